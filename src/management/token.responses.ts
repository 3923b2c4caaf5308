import { ApiProperty } from '@nestjs/swagger';
import { PERMISSIONS, type Permission } from '../auth/permissions';
import type { TokenDescription } from '../auth/token-pages';

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export class TokenResponse {
  @ApiProperty({ description: 'Id of the token.', format: 'uuid', example: '6f0c9a3e-1b1f-4b77-9d0c-0d5a3d9f2c11' })
  id!: string;

  @ApiProperty({ description: 'What it is for.', example: 'Newsletter server' })
  name!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Its last four characters; null for one from before they were kept.',
    example: 'x7Qk',
  })
  hint!: string | null;

  @ApiProperty({ enum: PERMISSIONS, isArray: true, description: 'What it may do.', example: ['validate:single'] })
  permissions!: Permission[];

  @ApiProperty({ description: 'Whether it is a test token.', example: false })
  test!: boolean;

  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    nullable: true,
    description: 'The organizations that it works for; null: all of yours.',
    example: null,
  })
  organization_ids!: number[] | null;

  @ApiProperty({ format: 'date-time', description: 'When it was made.', example: '2026-11-28T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it expires; null: never.',
    example: null,
  })
  expires_at!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it was last used, to about a minute; null: never.',
    example: '2026-11-28T09:31:00.000Z',
  })
  last_used_at!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it was revoked; null: it was not.',
    example: null,
  })
  revoked_at!: string | null;
}

export class NewTokenResponse extends TokenResponse {
  @ApiProperty({
    description: 'The token itself, for `Authorization: Bearer …`. Shown only now.',
    example: 'eyJhbGciOi…',
  })
  token!: string;
}

export function toTokenResponse(token: TokenDescription): TokenResponse {
  return {
    id: token.id,
    name: token.name,
    hint: token.hint,
    permissions: token.permissions,
    test: token.isTest,
    organization_ids: token.organizationIds,
    created_at: new Date(token.createdAt).toISOString(),
    expires_at: instant(token.expiresAt),
    last_used_at: instant(token.lastUsedAt),
    revoked_at: instant(token.revokedAt),
  };
}
