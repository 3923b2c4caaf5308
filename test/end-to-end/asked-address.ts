import type { SingleResponse } from '../../src/validation/single.response';
import type { TestAccount, TestService } from '../support/service';
import type { ExpectedVerdict } from '../world/scenario';

/** The answer's fields. */
type SingleBody = { [Field in keyof SingleResponse]: SingleResponse[Field] };

/** What came of asking the running service about one address. */
export interface AskedAddress {
  httpStatus: number;
  body: SingleBody;
  /** From the request to the whole answer. */
  durationMs: number;
}

/** Asks with evidence, as `POST /v1/validate/single?evidence=true`. */
export async function askAbout(
  service: TestService,
  { token }: Pick<TestAccount, 'token'>,
  email: string,
): Promise<AskedAddress> {
  const startedAt = performance.now();
  const response = await service.request('/v1/validate/single?evidence=true', {
    method: 'POST',
    token,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const body = (await response.json()) as SingleBody;
  return { httpStatus: response.status, body, durationMs: performance.now() - startedAt };
}

/** The fields of an answer that a scenario speaks about. */
export function verdictOf({ body }: AskedAddress): ExpectedVerdict {
  const { status, smtp_valid, is_catch_all, mx_found, result } = body;
  return {
    status,
    sub_status: 'sub_status' in result ? result.sub_status : null,
    smtp_valid,
    is_catch_all,
    mx_found,
  };
}
