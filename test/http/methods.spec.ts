import { TestService } from '../support/service';

describe('methods that a path has no route for', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.shared('embedded');
  });

  it.each([
    ['PUT', '/v1/validate/batch/5', 'GET, HEAD'],
    ['DELETE', '/v1/validate/batch', 'GET, HEAD, POST'],
    ['GET', '/v1/validate/single', 'POST'],
  ])('%s %s is 405, and says which there are', async (method, path, allowed) => {
    const response = await fetch(`${service.url}${path}`, { method });
    expect([response.status, response.headers.get('allow'), await response.json()]).toEqual([
      405,
      allowed,
      { message: `There is no ${method} ${path} here.` },
    ]);
  });

  it.each(['/v1/nothing', '/v1/validate/batch/5/nothing', '/v1/%ff'])('%s is nowhere', async (path) => {
    const response = await fetch(`${service.url}${path}`, { method: 'PUT' });
    expect([response.status, response.headers.get('allow')]).toEqual([404, null]);
  });
});
