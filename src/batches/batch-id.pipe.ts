import { Injectable, type PipeTransform } from '@nestjs/common';
import { MalformedRequestError } from '../common/malformed-request.error';

/** Lets positive integers through that are written plainly, as text: they may be larger than any id. */
@Injectable()
export class BatchIdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (!/^[1-9]\d*$/.test(id)) throw new MalformedRequestError('The batch id must be a positive integer.');
    return id;
  }
}
