import { generateKeyPairSync, sign } from 'node:crypto';

export interface SelfSignedCertificate {
  /** PEM. */
  key: string;
  /** PEM. */
  cert: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const OID_ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
/** With its NULL parameter (RFC 4055 5). */
const OID_RSA_SHA256 = Buffer.from('06092a864886f70d01010b0500', 'hex');
const OID_COMMON_NAME = Buffer.from('0603550403', 'hex');

/** A certificate that nobody should trust, made anew (RFC 5280): P-256 or RSA with 2048 bits, valid from 2020 to 2049. */
export function selfSignedCertificate(
  commonName = 'mx.scripted.test',
  keyType: 'ec' | 'rsa' = 'ec',
): SelfSignedCertificate {
  const { publicKey, privateKey } =
    keyType === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = der(SEQUENCE, keyType === 'ec' ? OID_ECDSA_SHA256 : OID_RSA_SHA256);
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, OID_COMMON_NAME, der(0x0c, Buffer.from(commonName)))));
  const validity = der(SEQUENCE, utcTime('200101000000Z'), utcTime('491231235959Z'));
  const serial = der(0x02, Buffer.from([1]));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = der(SEQUENCE, serial, algorithm, name, validity, name, spki);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const certificate = der(SEQUENCE, body, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  };
}

const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text));

/** Tag, length, value (X.690). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const length =
    value.length < 0x80
      ? [value.length]
      : value.length < 0x100
        ? [0x81, value.length]
        : [0x82, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}
