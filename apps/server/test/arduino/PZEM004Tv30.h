class PZEM004Tv30 {
public:
#ifdef ESP32
  PZEM004Tv30(HardwareSerial &port, uint8_t rx, uint8_t tx) : port_(port), rx_(rx), tx_(tx) {}
#else
  PZEM004Tv30(SoftwareSerial &port) : port_(port) {}
#endif
  float voltage() {
    begin();
    return fake::reading(80, 260);
  }
  float current() { return fake::reading(0, 100); }
  float power() { return fake::reading(0, 23000); }
  float energy() { return fake::reading(0, 9999); }
  float frequency() { return fake::reading(45, 65); }
  float pf() { return fake::reading(0, 1); }

private:
  // The library begins when it is first asked.
  void begin() {
    if (begun_) return;
    begun_ = true;
#ifdef ESP32
    port_.begin(9600, SERIAL_8N1, rx_, tx_);
#else
    port_.begin(9600);
#endif
  }
  bool begun_ = false;
#ifdef ESP32
  HardwareSerial &port_;
  uint8_t rx_, tx_;
#else
  SoftwareSerial &port_;
#endif
};
