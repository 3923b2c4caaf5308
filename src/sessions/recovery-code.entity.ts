import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A code that stands in for the second factor, once: then it is deleted. */
@Entity('recovery_codes')
@Index('recovery_codes_account', ['accountId'])
export class RecoveryCode {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'account_id' })
  accountId!: number;

  /** SHA-256 of its 80 random bits in base32, in hexadecimal digits. */
  @Column({ type: 'varchar', length: 64, name: 'code_hash' })
  codeHash!: string;
}
