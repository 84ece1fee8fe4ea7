class DallasTemperature {
public:
  DallasTemperature(OneWire *wire) : wire_(wire) {}
  void begin() { wire_->begin(); }
  void setWaitForConversion(bool) {}
  void requestTemperatures() {}
  // Also what it says without a probe, and before it measured.
  float getTempCByIndex(uint8_t) {
    static const float temperatures[] = {85, -127, 21.5, -55, 125};
    return temperatures[++fake::calls % 5];
  }

private:
  OneWire *wire_;
};
