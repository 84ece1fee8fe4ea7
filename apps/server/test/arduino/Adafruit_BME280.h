class Adafruit_BME280 {
public:
  bool begin(uint8_t address = 0x77, TwoWire * = &Wire) { return address == 0x77; }
  float readTemperature() { return fake::reading(-40, 80); }
  float readHumidity() { return fake::reading(0, 100); }
  float readPressure() { return fake::reading(30000, 110000); }
};
