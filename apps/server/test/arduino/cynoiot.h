// The public interface of the library 1.0.8 as the device protocol states it.
typedef void (*EventCallbackFunction)(String event, String value);

class Cynoiot {
public:
  bool connect(String email) { return note("connect", email); }
  bool connect(const char email[]) { return note("connect", email); }
  void handle() {
    fake::handled = true;
    if (callback_ == nullptr || fake::events.empty() || ++turns_ % 10 != 0) return;
    auto [name, value] = fake::events.front();
    fake::events.erase(fake::events.begin());
    fake::say("received", name + ":" + value);
    callback_(name.c_str(), value.c_str());
  }
  void setTemplate(String name, uint8_t version) { note("template", name + "," + String(version)); }
  void setEventCallback(EventCallbackFunction callback) {
    callback_ = callback;
    note("callback", "");
  }
  void setkeyname(String names[], uint8_t size) {
    names_.assign(names, names + size);
  }
  void update(float values[]) {
    std::string payload = "{";
    for (unsigned index = 0; index < names_.size(); index++) {
      if (index > 0) payload += ",";
      payload += std::string("\"") + names_[index].c_str() + "\":" + shown(values[index]);
    }
    fake::say("update", std::to_string(fake::now) + " " + payload + "}");
  }
  void debug(String text) { note("debug", text); }
  void eventUpdate(String event, String value) { note("event", event + ":" + value); }
  void eventUpdate(String event, int value) { note("event", event + ":" + String(value)); }
  void gpioUpdate(int pin, String value) { note("gpio", String(pin) + ":" + value); }
  void gpioUpdate(int pin, int value) { note("gpio", String(pin) + ":" + String(value)); }
  void gpioUpdate(String pin, int value) { note("gpio", pin + ":" + String(value)); }

private:
  static bool note(const char *what, const String &text) {
    fake::say(what, text.c_str());
    return true;
  }
  // At most three decimals without trailing zeros, and a blank before a single digit.
  static std::string shown(float value) {
    if (isnan(value)) return "nan";
    if (isinf(value)) return "inf";
    char buffer[64];
    std::snprintf(buffer, sizeof(buffer), "%.3f", value);
    std::string text = buffer;
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text.length() == 1 ? " " + text : text;
  }
  EventCallbackFunction callback_ = nullptr;
  std::vector<String> names_;
  unsigned turns_ = 0;
};
