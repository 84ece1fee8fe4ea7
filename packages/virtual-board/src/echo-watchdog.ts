/** Where the count must arrive for the library to subscribe again. */
const patience = 5;

/**
 * The library's only sign that the server still listens: roughly the seconds since it published without hearing anything.
 * It is stored in 8 bits.
 */
export class EchoWatchdog {
  #count = 0;

  published(): void {
    this.#count = (this.#count + 1) & 0xff;
  }

  heard(): void {
    this.#count = 0;
  }

  /** One second has passed; true when the board must subscribe again. */
  tick(): boolean {
    if (this.#count > 0) this.published();
    if (this.#count < patience) return false;
    this.#count = 0;
    return true;
  }
}
