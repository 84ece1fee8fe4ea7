import { createPrivateKey, createPublicKey, randomBytes, webcrypto } from 'node:crypto';
import type { Extension } from '@peculiar/x509';
import { newKey } from '../acme/order-certificate.ts';
import type { KeyPair } from '../key-pair.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Instants in milliseconds. */
interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** What a root may vouch for, and nothing else (RFC 5280, section 4.2.1.10). */
export interface Permitted {
  readonly names: readonly string[];
  /** Such as `192.168.0.0/16`. */
  readonly networks: readonly string[];
}

/** Needed once in months, and too large to keep in memory for that. */
const loadX509 = () => import('@peculiar/x509');

/** Makes a root with a new key. */
export async function makeRoot(name: string, permitted: Permitted, validity: Validity): Promise<KeyPair> {
  const x509 = await loadX509();
  const key = newKey();
  const subject = [{ CN: [name] }];
  const { signingKey, publicKey } = await keysOf(key);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject,
    issuer: subject,
    notBefore: new Date(validity.notBefore),
    notAfter: new Date(validity.notAfter),
    publicKey,
    signingKey,
    signingAlgorithm: signing,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      // Windows and Apple's systems refuse to take it for anything else then.
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], false),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await constraintsOf(permitted),
    ],
  });
  return { key, cert: certificate.toString('pem').trim() };
}

/** Makes a server's certificate for names and addresses, by that root. */
export async function issueCertificate(
  root: KeyPair,
  { names, addresses }: { names: readonly string[]; addresses: readonly string[] },
  validity: Validity,
): Promise<KeyPair> {
  const x509 = await loadX509();
  const key = newKey();
  const { publicKey } = await keysOf(key);
  const issuer = new x509.X509Certificate(root.cert);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: [{ CN: [names[0] ?? addresses[0] ?? 'cyno'] }],
    issuer: issuer.subjectName.toJSON(),
    notBefore: new Date(validity.notBefore),
    notAfter: new Date(validity.notAfter),
    publicKey,
    signingKey: (await keysOf(root.key)).signingKey,
    signingAlgorithm: signing,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], false),
      await x509.AuthorityKeyIdentifierExtension.create(issuer, false),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      new x509.SubjectAlternativeNameExtension([
        ...names.map((value) => ({ type: 'dns' as const, value })),
        ...addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
    ],
  });
  return { key, cert: certificate.toString('pem').trim() };
}

async function constraintsOf({ names, networks }: Permitted): Promise<Extension> {
  const [{ Extension: Encoded }, { AsnConvert }, asn1] = await Promise.all([
    loadX509(),
    import('@peculiar/asn1-schema'),
    import('@peculiar/asn1-x509'),
  ]);
  const bases = [
    ...names.map((name) => new asn1.GeneralName({ dNSName: name })),
    ...networks.map((network) => new asn1.GeneralName({ iPAddress: network })),
  ];
  const permittedSubtrees = new asn1.GeneralSubtrees(bases.map((base) => new asn1.GeneralSubtree({ base })));
  const value = AsnConvert.serialize(new asn1.NameConstraints({ permittedSubtrees }));
  return new Encoded(asn1.id_ce_nameConstraints, true, value);
}

async function keysOf(pem: string) {
  const { subtle } = webcrypto;
  const [signingKey, publicKey] = await Promise.all([
    subtle.importKey('pkcs8', createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }), algorithm, false, [
      'sign',
    ]),
    subtle.importKey('spki', createPublicKey(pem).export({ type: 'spki', format: 'der' }), algorithm, true, ['verify']),
  ]);
  return { signingKey, publicKey };
}

/** Positive, and of 127 random bits (RFC 5280, section 4.1.2.2). */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}
