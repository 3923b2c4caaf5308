import { Controller, Get, NotFoundException, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { sendServedFile } from '../common/served-file';
import { pageFolder, readPageFiles } from './page-files';
import { PAGE_HEADERS } from './page-headers';

const INDEX = 'index.html';
const YEAR = 31_536_000;

/** The page for people, at `/dashboard/`. It has no data of its own: that comes from `/v1`. */
@ApiExcludeController()
@Controller('dashboard')
export class DashboardController {
  private readonly files = readPageFiles(pageFolder());

  @Get()
  index(@Req() request: Request, @Res() response: Response): void {
    // The page's files are named relative to the folder: without the slash they would be looked for beside it.
    if (request.path.endsWith('/')) this.send(INDEX, request, response);
    else response.redirect(308, '/dashboard/');
  }

  @Get('*path')
  file(@Param('path') path: string[] | string, @Req() request: Request, @Res() response: Response): void {
    this.send([path].flat().join('/'), request, response);
  }

  private send(name: string, request: Request, response: Response): void {
    const file = this.files.get(name);
    if (file === undefined) throw new NotFoundException();
    response.set(PAGE_HEADERS);
    sendServedFile(file, file.isImmutable ? `public, max-age=${YEAR}, immutable` : 'no-cache', request, response);
  }
}
