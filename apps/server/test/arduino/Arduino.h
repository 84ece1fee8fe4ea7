// A thin stand-in for the Arduino cores of ESP boards: what generated sketches use of them, and a record of what they did.
// The headers of libraries have no include guards: each sketch includes what it names into a namespace of its own.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

using std::isinf;
using std::isnan;
using std::max;
using std::min;

#define constrain(value, low, high) ((value) < (low) ? (low) : ((value) > (high) ? (high) : (value)))
#define HEX 16
#define HIGH 0x1
#define LOW 0x0
#define INPUT 0x0
#define OUTPUT 0x1
#define INPUT_PULLUP 0x2
#define SERIAL_8N1 0x1c
#define SERIAL_8N2 0x3c

#ifdef ESP8266
static const uint8_t D0 = 16, D1 = 5, D2 = 4, D3 = 0, D4 = 2, D5 = 14, D6 = 12, D7 = 13, D8 = 15, A0 = 17;
#endif

// What a sketch did, as lines on standard output.
namespace fake {
inline uint32_t now = 0;
inline uint32_t calls = 0; // of anything that measures, so that readings differ and sometimes fail
inline bool handled = false;
inline uint32_t busEndsMs = 0; // from then on nothing on the bus answers
inline int levels[64] = {};
inline bool buttonIsDown = false;
inline std::vector<std::pair<std::string, std::string>> events; // to be delivered, one with each tenth call of handle
inline void say(const char *what, const std::string &text) {
  std::printf("%s %s\n", what, text.c_str());
}
// Something between two numbers; each seventh reading fails.
inline float reading(float low, float high) {
  calls++;
  if (calls % 7 == 2) return NAN;
  return calls % 2 == 0 ? low : high;
}
} // namespace fake

class String {
public:
  String(const char *text = "") : text_(text) {}
  explicit String(char sign) : text_(1, sign) {}
  explicit String(int number, unsigned char base = 10) : String(static_cast<long>(number), base) {}
  explicit String(unsigned number, unsigned char base = 10) : String(static_cast<unsigned long>(number), base) {}
  explicit String(unsigned char number, unsigned char base = 10) : String(static_cast<unsigned long>(number), base) {}
  explicit String(long number, unsigned char base = 10) { format(base == HEX ? "%lx" : "%ld", number); }
  explicit String(unsigned long number, unsigned char base = 10) { format(base == HEX ? "%lx" : "%lu", number); }
  explicit String(float number, unsigned decimals = 2) { format("%.*f", decimals, number); }
  const char *c_str() const { return text_.c_str(); }
  unsigned length() const { return text_.length(); }
  long toInt() const { return std::strtol(text_.c_str(), nullptr, 10); }
  float toFloat() const { return std::strtof(text_.c_str(), nullptr); }
  bool startsWith(const String &start) const { return text_.rfind(start.text_, 0) == 0; }
  String substring(unsigned from) const { return from < text_.length() ? text_.substr(from).c_str() : ""; }
  void trim() {
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_.back()))) text_.pop_back();
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_.front()))) text_.erase(0, 1);
  }
  String &operator+=(char sign) { return text_ += sign, *this; }
  String &operator+=(const String &other) { return text_ += other.text_, *this; }
  bool operator==(const String &other) const { return text_ == other.text_; }
  bool operator==(const char *other) const { return text_ == other; }
  bool operator!=(const String &other) const { return text_ != other.text_; }
  friend String operator+(String left, const String &right) { return left += right; }
  friend String operator+(String left, const char *right) { return left += String(right); }

private:
  template <typename... Parts> void format(const char *pattern, Parts... parts) {
    char buffer[64];
    std::snprintf(buffer, sizeof(buffer), pattern, parts...);
    text_ = buffer;
  }
  std::string text_;
};

inline uint32_t millis() { return fake::now; }
inline void yield() {}
inline void delay(uint32_t ms) {
  fake::say("delay", std::to_string(ms));
  fake::now += ms;
}
inline void delayMicroseconds(uint32_t) {}
// The lowest and the highest that there can be, in turn.
inline long random(long low, long high) { return ++fake::calls % 2 == 0 ? low : high - 1; }
inline long map(long value, long fromLow, long fromHigh, long toLow, long toHigh) {
  return (value - fromLow) * (toHigh - toLow) / (fromHigh - fromLow) + toLow;
}

inline void pinMode(uint8_t pin, uint8_t mode) {
  fake::say("pin", std::to_string(pin) + (mode == OUTPUT ? " output" : " input"));
  if (mode == INPUT_PULLUP) fake::levels[pin % 64] = HIGH;
}
inline void digitalWrite(uint8_t pin, uint8_t level) { fake::levels[pin % 64] = level; }
inline int digitalRead(uint8_t pin) { return fake::buttonIsDown ? LOW : fake::levels[pin % 64]; }
inline void analogWrite(uint8_t pin, int level) { fake::levels[pin % 64] = level; }
#if defined(CONFIG_IDF_TARGET_ESP32) || defined(CONFIG_IDF_TARGET_ESP32S2)
inline void dacWrite(uint8_t pin, uint8_t level) { fake::levels[pin % 64] = level; }
#endif
inline int analogRead(uint8_t) { return 100 + ++fake::calls % 900; }
inline uint32_t pulseIn(uint8_t, uint8_t, uint32_t) { return ++fake::calls % 3 == 0 ? 0 : 5800; }

class Stream {
public:
  virtual ~Stream() = default;
  int available() { return line_[at_] == '\0' ? 0 : 1; }
  int read() { return line_[at_] == '\0' ? -1 : line_[at_++]; }

private:
  // What the LD2420 writes; the others that have a port are faked as a whole.
  const char *line_ = "ON\r\nRange 153\r\n";
  unsigned at_ = 0;
};

class HardwareSerial : public Stream {
public:
  void begin(unsigned long) {}
#ifdef ESP32
  void begin(unsigned long, uint32_t, int8_t rx, int8_t tx) {
    fake::say("port", std::to_string(rx) + " " + std::to_string(tx));
  }
#endif
  void print(const String &) {}
  void println(const String &) {}
};
inline HardwareSerial Serial;
inline HardwareSerial Serial1;
