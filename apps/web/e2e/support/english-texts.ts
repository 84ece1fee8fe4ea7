import type { Page } from '@playwright/test';

/** What is written in Latin letters in Thai as well: names, units, abbreviations, labels on the keyboard, the board and in the Arduino IDE. */
const sameInThai =
  /^(cyno|cynoiot|esp\w*|gpio\d*|mqtt|line|telegram|usb|wi-?fi|arduino|ide|json|csv|excel|pwm|adc|utc|kwh|hpa|dbm|lux|ppm|api|url|qr|pin|ram|ip|ssid|tls|https?|ctrl|esc|enter|shift|alt|tab|github|google|slack|discord|microsoft|teams|ntfy|gotify|webhook|english|asia|bangkok|led|oled|ota|xlsx|zip|bin|svg|png|jpe?g|rssi|chat|iot|kit|pdf|markdown|ids?|rgb|html|css|dht\d*|low|high|flash|boot|reset|scl|sda|rx\d?|tx\d?|deep|sleep|sketch|export|compiled|binary|contributors|climate|dhcp|devkit|nodemcu|mini|gnd|cmd|clk|bearer|token|serial|print|platformio|virtual|community|tools|board|boards|manager|manage|libraries|upload|baud|data|monitor|[nesw]{1,3}|temp|humid|soil|light|schneider|chint|library|adafruit|unified|sensor|din|merged|fill|in|node|linux|localhost|vcc|espressif|systems)$/i;

/**
 * The texts of a page in Thai that somebody sees or hears and that have an English word, each once. What people or boards named, and what
 * is code, does not count; nor what a board prints and its device logs, nor what the page marks as English.
 */
export async function englishTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const isText = (element: Element | null) =>
      element !== null && !element.closest('code, pre, kbd, script, noscript, style, [role="log"], [lang="en"]');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (isText(node.parentElement)) found.add(node.textContent ?? '');
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription', 'aria-valuetext']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        if (isText(element)) found.add(element.getAttribute(name) ?? '');
      }
    }
    return [...found];
  });
  // The last part takes the end of a serial number that has no digit, such as “becd”.
  const isEnglish = (text: string) =>
    text
      .replaceAll(
        /\S+@\S+|https?:\S+|ESP\w*-[\w-]+|\S+\.(?:ino|h)\b\S*|[a-z]+(?:[A-Z]\w*)+|\S*[\d_/=]\S*|\b[a-f]{4}\b/g,
        '',
      )
      .match(/[A-Za-z][A-Za-z-]{2,}/g)
      ?.some((word) => !sameInThai.test(word));
  return texts.map((text) => text.trim()).filter(isEnglish);
}
