import type { Permission } from '../../api';

/** A command for a terminal that uses the token for the first thing that it may do. */
export function curlFor(
  origin: string,
  { token, permissions, test }: { token: string; permissions: readonly Permission[]; test: boolean },
  organizationId: number | null,
): string {
  const headers = [`-H 'Authorization: Bearer ${token}'`];
  if (organizationId !== null) headers.push(`-H 'X-Organization-ID: ${organizationId}'`);
  const lines = permissions.includes('validate:single')
    ? [
        `curl -s ${origin}/v1/validate/single`,
        ...headers,
        `-H 'Content-Type: application/json'`,
        `-d '{"email":"${test ? 'valid@sandbox.test' : 'jane.doe@example.org'}"}'`,
      ]
    : permissions.includes('validate:batch')
      ? [`curl -s ${origin}/v1/validate/batch`, ...headers, `-F name=list`, `-F file=@list.csv`]
      : [`curl -s ${origin}/v1/credits/balance`, ...headers];
  return lines.join(' \\\n  ');
}
