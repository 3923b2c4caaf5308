import { Controller, Get, NotFoundException, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { sendServedFile } from '../common/served-file';
import { hashAddress } from './hash-address';
import { pageFolder, readPageFiles } from './page-files';
import { PAGE_HEADERS } from './page-headers';

const INDEX = 'index.html';
const YEAR = 31_536_000;

/**
 * The page for people, at `/dashboard/`, and for operators, at `/operator/`: the same files, which look at their address.
 * They have no data of their own: that comes from `/v1`.
 */
@ApiExcludeController()
@Controller(['dashboard', 'operator'])
export class DashboardController {
  private readonly files = readPageFiles(pageFolder());

  @Get()
  index(@Req() request: Request, @Res() response: Response): void {
    // One address each: without the slash it leads there.
    if (request.path.endsWith('/')) this.send(INDEX, request, response);
    else response.redirect(308, `${request.path}/`);
  }

  @Get('*path')
  file(@Param('path') path: string[] | string, @Req() request: Request, @Res() response: Response): void {
    const name = [path].flat().join('/');
    const address = this.files.has(name) ? null : hashAddress(name, request);
    if (address === null) this.send(name, request, response);
    else response.redirect(302, address);
  }

  private send(name: string, request: Request, response: Response): void {
    const file = this.files.get(name);
    if (file === undefined) throw new NotFoundException();
    response.set(PAGE_HEADERS);
    sendServedFile(file, file.isImmutable ? `public, max-age=${YEAR}, immutable` : 'no-cache', request, response);
  }
}
