#ifndef ESP8266
#error "The core of the ESP32 has no SoftwareSerial"
#endif
enum Config { SWSERIAL_8N1 = 3, SWSERIAL_8N2 = 7 };

class SoftwareSerial : public Stream {
public:
  SoftwareSerial() = default;
  SoftwareSerial(int8_t rx, int8_t tx) : rx_(rx), tx_(tx) {}
  void begin(uint32_t, Config, int8_t rx, int8_t tx) {
    rx_ = rx;
    tx_ = tx;
    begin(0);
  }
  void begin(uint32_t) { fake::say("port", std::to_string(rx_) + " " + std::to_string(tx_)); }

private:
  int8_t rx_ = -1, tx_ = -1;
};
