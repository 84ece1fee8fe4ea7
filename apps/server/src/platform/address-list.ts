import { BlockList, isIP } from 'node:net';

/** Addresses and networks, such as `192.168.1.0/24` and `::1`. */
export class AddressList {
  readonly #list = new BlockList();

  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const family = familyOf(address);
      this.#list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
    }
  }

  /** Whether `address` (IPv4 or IPv6, without brackets) is one of them. An IPv4 address that is written as IPv6 counts as IPv4. */
  has(address: string): boolean {
    return this.#list.check(address, familyOf(address));
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
