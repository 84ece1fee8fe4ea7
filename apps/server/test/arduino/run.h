// Runs a sketch for some time that passes at once, with events that come to it and a button that is pressed now and then.
#pragma once
#include <Arduino.h>

struct Sketch {
  const char *name;
  std::vector<std::pair<std::string, std::string>> events;
  uint32_t forMs, passMs, busMs;
  void (*setup)();
  void (*loop)();
};

inline void run(const Sketch &sketch) {
  fake::say("sketch", sketch.name);
  fake::now = 1;
  fake::calls = 0;
  fake::busEndsMs = sketch.busMs;
  fake::events = sketch.events;
  fake::buttonIsDown = false;
  std::memset(fake::levels, 0, sizeof(fake::levels));
  sketch.setup();
  fake::say("loop", "");
  for (; fake::now < sketch.forMs; fake::now += sketch.passMs) {
    fake::handled = false;
    fake::buttonIsDown = fake::now / 1000 % 7 == 3;
    sketch.loop();
    if (!fake::handled) fake::say("wrong", "a pass without handle()");
  }
}
