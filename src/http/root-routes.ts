import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';

/** Where people who know no address but the host's look first, and what they mean. */
const PLACES: Readonly<Record<string, string>> = {
  '/login': '/dashboard/#/sign-in',
  '/signin': '/dashboard/#/sign-in',
  '/sign-in': '/dashboard/#/sign-in',
  '/register': '/dashboard/#/sign-up',
  '/signup': '/dashboard/#/sign-up',
  '/sign-up': '/dashboard/#/sign-up',
  '/favicon.ico': '/dashboard/icon.svg',
};

const LINKS = {
  name: 'Email Validation Service',
  links: { dashboard: '/dashboard/', documentation: '/docs', openapi: '/openapi.json', health: '/health/live' },
};

/** The bare host: browsers are led to the page for people, programs are told what there is. */
export function addRootRoutes(app: INestApplication): void {
  const http = app.getHttpAdapter();
  http.get('/', (request: Request, response: Response): void => {
    response.vary('Accept');
    // Programs take anything, and get JSON; browsers name HTML.
    if (request.accepts(['json', 'html']) === 'html') response.redirect(302, '/dashboard/');
    else response.json(LINKS);
  });
  for (const [path, place] of Object.entries(PLACES)) {
    http.get(path, (_request: Request, response: Response): void => {
      response.redirect(302, place);
    });
  }
}
