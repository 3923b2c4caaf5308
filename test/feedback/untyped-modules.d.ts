declare module '@sendgrid/eventwebhook' {
  export class EventWebhook {
    convertPublicKeyToECDSA(publicKey: string): object;
    verifySignature(publicKey: object, payload: string | Buffer, signature: string, timestamp: string): boolean;
  }
}

declare module 'starkbank-ecdsa' {
  export class PrivateKey {
    constructor(curve?: unknown);
    static fromPem(pem: string): PrivateKey;
    publicKey(): { toPem(): string };
  }
  export const Ecdsa: { sign(message: string, key: PrivateKey): { toBase64(): string } };
}

declare module 'sns-validator' {
  class MessageValidator {
    validate(message: object, done: (error: Error | null, message?: object) => void): void;
  }
  export = MessageValidator;
}
