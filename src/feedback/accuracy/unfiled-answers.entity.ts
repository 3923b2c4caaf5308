import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Verdicts as they were given, some of an organization together: a row of `answered_verdicts` each, once `AnswerFiling` gets to them. */
@Entity('unfiled_answers')
@Index('unfiled_answers_organization', ['organizationId', 'id'])
export class UnfiledAnswers {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** JSON: a list of each, its values in the order of `AnswerFiling`. */
  @Column({ type: 'blob' })
  answers!: Buffer;
}
