import type { MemberRole } from '../../src/organizations/member-role';

/** What a browser needs of the service. */
export interface Site {
  request(path: string, init: RequestInit): Promise<Response>;
}

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

interface SignedIn {
  account: { id: number; email: string; name: string | null; default_organization_id: number | null };
  organizations: { id: number; name: string; role: string; is_default: boolean; balance: number }[];
}

export const PASSWORD = 'violet kettle harbour';

/** Somebody at a browser: keeps the cookie that the service sets, and sends what our pages send. */
export class Person {
  cookie = '';
  id = 0;
  organizationId = 0;
  email = `person-${Math.random().toString(36).slice(2)}@people.test`;

  constructor(private readonly service: Site) {}

  static async signUp(service: Site, name?: string): Promise<Person> {
    const person = new Person(service);
    const { status, body } = await person.post<SignedIn>('/v1/account', {
      email: person.email,
      password: PASSWORD,
      name,
    });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    person.id = body.account.id;
    person.organizationId = body.organizations[0]?.id ?? 0;
    return person;
  }

  /** Makes this person a member of the other one's organization, or of another that he may invite into. */
  async joins(host: Person, role: MemberRole, organizationId = host.organizationId): Promise<this> {
    const invited = await host.post<{ link: string }>(`/v1/organizations/${organizationId}/invitations`, {
      email: this.email,
      role,
    });
    const secret = invited.body.link.split('/').at(-1) ?? '';
    const { status, body } = await this.post(`/v1/invitations/${secret}`);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return this;
  }

  get = <Body = unknown>(path: string) => this.ask<Body>('GET', path);
  post = <Body = unknown>(path: string, body?: unknown) => this.ask<Body>('POST', path, body);
  patch = <Body = unknown>(path: string, body?: unknown) => this.ask<Body>('PATCH', path, body);
  put = <Body = unknown>(path: string, body?: unknown) => this.ask<Body>('PUT', path, body);
  delete = <Body = unknown>(path: string, body?: unknown) => this.ask<Body>('DELETE', path, body);

  async ask<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { 'X-CSRF': '1' },
  ): Promise<Answer<Body>> {
    const isForm = body instanceof FormData;
    const response = await this.service.request(path, {
      method,
      headers: {
        ...(this.cookie === '' ? {} : { Cookie: this.cookie }),
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.cookie = cookie.split(';')[0] ?? '';
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body };
  }
}
