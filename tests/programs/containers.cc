// SPDX-License-Identifier: BSD-2-Clause
// usage: containers [NSHAPES]
// Uses templates, virtual calls, containers and exceptions.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct Shape {
	virtual ~Shape() = default;
	virtual double area() const = 0;
};

template <int Sides> struct Polygon : Shape {
	double side;

	explicit Polygon(double side) : side(side) {}
	double area() const override { return side * side * Sides / 4; }
};

static std::unique_ptr<Shape>
make(int i)
{
	switch (i % 4) {
	case 0:
		return std::make_unique<Polygon<3>>(i);
	case 1:
		return std::make_unique<Polygon<4>>(i);
	case 2:
		return std::make_unique<Polygon<6>>(i);
	default:
		throw std::invalid_argument("a circle");
	}
}

int
main(int argc, char **argv)
{
	const int nshapes = argc > 1 ? std::atoi(argv[1]) : 2000;
	std::vector<std::unique_ptr<Shape>> shapes;
	std::map<std::string, double> areas;
	int circles = 0;

	for (int i = 0; i < nshapes; i++) {
		try {
			shapes.push_back(make(i));
		} catch (const std::invalid_argument &) {
			circles++;
		}
	}
	std::sort(shapes.begin(), shapes.end(),
	    [](const auto &a, const auto &b) { return a->area() < b->area(); });
	for (const auto &shape : shapes)
		areas["area " + std::to_string(int(shape->area()) % 997)] +=
		    shape->area();
	std::printf("%zu %d %f\n", areas.size(), circles, areas.begin()->second);
}
