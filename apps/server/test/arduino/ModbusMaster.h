class ModbusMaster {
public:
  static const uint8_t ku8MBSuccess = 0x00;
  void begin(uint8_t, Stream &) {}
  void preTransmission(void (*hook)()) { before_ = hook; }
  void postTransmission(void (*hook)()) { after_ = hook; }
  void idle(void (*hook)()) { idle_ = hook; }
  uint8_t readHoldingRegisters(uint16_t, uint16_t size) { return ask(size); }
  uint8_t readInputRegisters(uint16_t, uint16_t size) { return ask(size); }
  uint8_t writeSingleRegister(uint16_t, uint16_t) { return ask(1); }
  // Plausible as two registers of a number with a point (about 50) and as one of a whole number.
  uint16_t getResponseBuffer(uint8_t index) const { return index % 2 == 0 ? 0x4248 : 0x0000; }

private:
  // It holds 64 registers, and each fifth question has no answer.
  uint8_t ask(uint16_t size) {
    before_();
    after_();
    idle_();
    if (size > 64) fake::say("wrong", "more than 64 registers at once");
    return ++fake::calls % 5 == 0 || fake::now >= fake::busEndsMs ? 0xe2 : ku8MBSuccess;
  }
  void (*before_)() = nullptr;
  void (*after_)() = nullptr;
  void (*idle_)() = nullptr;
};
