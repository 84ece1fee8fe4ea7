import type { Board } from '../boards.ts';
import { choiceEvent, sliderEvent, switchEvent } from '../events.ts';
import type { Kit } from '../kit.ts';
import { displayLibraries, pmsLibrary } from '../libraries.ts';
import { dustVariables, pmsParts } from './air.ts';

const dustLimit = { min: 0, max: 254, step: 1, unit: 'µg/m³' };

/** On the ESP8266 the flash button shares its pin with the sensor, so a button of one's own is on D5. */
const buttonPin = ({ chip, pins }: Board) => (chip === 'esp8266' ? 'D5' : pins.button);

const globals = (fan: string, button: string) => `Adafruit_SSD1306 display(64, 48, &Wire, -1);
static bool displayFound = false;
static bool displayOn = true;

static const char *const modes[] = {"auto", "sleep", "normal", "turbo"};
static String mode = "auto";
static int startAt = 15; // PM2.5 at which the fan starts
static int fullAt = 75;  // PM2.5 at which it runs at full speed
static int limit = 100;  // the highest speed, %
static int speed = 0;    // the speed now, %
static float smooth = 0; // PM2.5 without its jumps

static void driveFan() {
  if (mode == "sleep") speed = 15;
  else if (mode == "normal") speed = 50;
  else if (mode == "turbo") speed = 100;
  else if (smooth < startAt) speed = 0;
  else {
    int full = max(fullAt, startAt + 1);
    speed = map(constrain((int)smooth, startAt, full), startAt, full, 15, 100);
  }
  speed = min(speed, limit);
  analogWrite(${fan}, speed * 255 / 100);
}

static void draw() {
  if (!displayFound) return;
  display.clearDisplay();
  if (displayOn) {
    display.setTextColor(SSD1306_WHITE);
    display.setCursor(0, 0);
    display.setTextSize(2);
    display.println((int)roundf(smooth));
    display.setTextSize(1);
    display.println("PM2.5");
    display.println(mode + " " + String(speed) + "%");
  }
  display.display();
}

// The button leads through the modes and tells the dashboard.
static void readButton() {
  static bool wasDown = false;
  static uint32_t changedAt = 0;
  bool isDown = digitalRead(${button}) == LOW;
  if (isDown == wasDown || millis() - changedAt < 30) return; // a contact bounces for some milliseconds
  wasDown = isDown;
  changedAt = millis();
  if (!isDown) return;
  uint8_t next = 0;
  for (uint8_t index = 0; index < 4; index++) {
    if (mode == modes[index]) next = (index + 1) % 4;
  }
  mode = modes[next];
  driveFan();
  draw();
  iot.eventUpdate("Mode", mode);
}`;

export const airPurifier: Kit = {
  id: 'pms7003_airpurifier',
  name: 'Air purifier',
  group: 'air',
  summary:
    'A fan that follows the fine dust, with modes that can be chosen on the dashboard or with a button. The button has a pin of its own, where the public kit shares one with the sensor.',
  sensor: 'PMS7003, a fan and, if you like, a small OLED (64 × 48)',
  template: { name: 'pms7003_airpurifier', version: 2 },
  variables: [...dustVariables, { key: 'puri', label: 'Fan speed', unit: '%', min: 0, max: 100, decimals: 0 }],
  events: [
    choiceEvent('Mode', 'Mode', { auto: 'Automatic', sleep: 'Sleep', normal: 'Normal', turbo: 'Turbo' }),
    sliderEvent('Start', 'Fan starts at', { ...dustLimit, initial: 15 }),
    sliderEvent('Max', 'Full speed at', { ...dustLimit, initial: 75 }),
    sliderEvent('MaxPWM', 'Highest speed', { min: 0, max: 100, step: 1, unit: '%', initial: 100 }),
    switchEvent('OledOn', 'Display', '1'),
  ],
  libraries: [pmsLibrary, ...displayLibraries],
  intervalS: 5,
  parts(board) {
    const { fan, i2c } = board.pins;
    const button = buttonPin(board);
    const pms = pmsParts(board);
    return {
      ...pms,
      wiring: [
        ...pms.wiring,
        `Fan: through a MOSFET to ${fan}, with its own supply.`,
        `Display, if there is one: SDA to ${i2c.sda}, SCL to ${i2c.scl}, VCC to 3V3, GND to GND.`,
        board.chip === 'esp8266'
          ? `Button: between ${button} and GND.`
          : `Button: the one called BOOT (pin ${button}).`,
      ],
      pins: [...pms.pins, fan, i2c.sda, i2c.scl, button],
      button,
      includes: [...pms.includes, 'Wire.h', 'Adafruit_SSD1306.h'],
      globals: `${pms.globals}

${globals(fan, button)}`,
      setup: `${pms.setup}
pinMode(${fan}, OUTPUT);
pinMode(${button}, INPUT_PULLUP);
Wire.begin(${i2c.sda}, ${i2c.scl});
displayFound = display.begin(SSD1306_SWITCHCAPVCC, 0x3C, true, false);
driveFan();`,
      always: `${pms.always}
readButton();`,
      measure: `if (isFresh()) smooth += (air.PM_AE_UG_2_5 - smooth) * 0.5F;
driveFan();
draw();
addValue("puri", speed, 0);
${pms.measure}`,
      onEvent: `if (name == "Mode") mode = text == "null" ? "auto" : text;
if (name == "Start") startAt = constrain(text.toInt(), 0, 254);
if (name == "Max") fullAt = constrain(text.toInt(), 0, 254);
if (name == "MaxPWM") limit = constrain(text.toInt(), 0, 100);
if (name == "OledOn") displayOn = text == "1";
driveFan();
draw();`,
    };
  },
};
