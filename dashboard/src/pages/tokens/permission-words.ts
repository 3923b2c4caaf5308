import type { Permission } from '../../api';

export const PERMISSIONS = ['validate:single', 'validate:batch', 'credits:read'] as const satisfies Permission[];

export const PERMISSION_WORDS: Record<Permission, string> = {
  'validate:single': 'Check single addresses',
  'validate:batch': 'Upload batches and read their results',
  'credits:read': 'Read the credit balance',
};
