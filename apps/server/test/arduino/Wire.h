class TwoWire {
public:
  bool begin(int sda, int scl) {
    fake::say("port", std::to_string(sda) + " " + std::to_string(scl));
    return true;
  }
};
static TwoWire Wire;
