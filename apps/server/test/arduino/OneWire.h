class OneWire {
public:
  OneWire(uint8_t pin) : pin_(pin) {}
  void begin() { fake::say("pin", std::to_string(pin_) + " input"); }

private:
  uint8_t pin_;
};
