static const uint8_t DHT11{11};
static const uint8_t DHT21{21};
static const uint8_t DHT22{22};

class DHT {
public:
  DHT(uint8_t pin, uint8_t) : pin_(pin) {}
  void begin() { fake::say("pin", std::to_string(pin_) + " input"); }
  float readTemperature(bool = false, bool = false) { return fake::reading(-40, 80); }
  float readHumidity(bool = false) { return fake::reading(0, 100); }

private:
  uint8_t pin_;
};
