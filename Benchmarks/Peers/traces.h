// Reads the lines that scrollfit-benchmark reads, for the peers' programs.
#pragma once
#include <charconv>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

struct Trace {
  std::vector<double> t, y;
};

inline void read_numbers(
  const std::string &text, const char *key, std::size_t from, std::size_t to, std::vector<double> &out) {
  std::size_t at = text.find(key, from);
  if (at >= to) return;
  const char *p = text.data() + at + std::char_traits<char>::length(key), *end = text.data() + to;
  while (p < end && *p != ']') {
    double value;
    auto result = std::from_chars(p, end, value);
    if (result.ec != std::errc()) return;
    out.push_back(value);
    p = result.ptr;
    if (*p == ',') ++p;
  }
}

inline std::vector<Trace> read_traces(const char *path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<Trace> traces;
  for (std::size_t from = 0; from < text.size();) {
    std::size_t to = std::min(text.find('\n', from), text.size());
    Trace trace;
    read_numbers(text, "\"t\":[", from, to, trace.t);
    read_numbers(text, "\"y\":[", from, to, trace.y);
    if (!trace.t.empty()) traces.push_back(std::move(trace));
    from = to + 1;
  }
  return traces;
}
