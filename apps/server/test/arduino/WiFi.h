#ifndef ESP32
#error "The core of the ESP8266 calls it ESP8266WiFi.h"
#endif
enum { WIFI_STA = 1 };
static struct {
  void mode(int) {}
  int begin(const char *, const char *) { return 0; }
} WiFi;
