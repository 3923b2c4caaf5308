import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiQuery, getSchemaPath, type ApiOperationOptions } from '@nestjs/swagger';
import { XLSX } from '../intake/bodies/open-body';
import { ENCODING_NAMES } from '../intake/list-fields';
import { CreateBatchFromJsonRequest } from './create-batch-from-json.request';
import { CreateBatchRequest } from './create-batch.request';

const OF_BARE_LISTS = 'Of a list that is the body itself, in place of the field of the form: ';

/** The bodies that `openBody` opens, for `ApiOperation`: Nest's own decorator has one schema for all forms. */
export const LIST_BODIES: NonNullable<ApiOperationOptions['requestBody']> = {
  required: true,
  description:
    'A form with the file; or the list itself, with what is said of it in the query: CSV, an Excel workbook, or text with one ' +
    'address a line (a first line `email` is taken for a header); or JSON. Each may be packed, with `Content-Encoding: gzip`; limits hold for what it unpacks to.',
  content: {
    'multipart/form-data': { schema: { $ref: getSchemaPath(CreateBatchRequest) } },
    'application/json': { schema: { $ref: getSchemaPath(CreateBatchFromJsonRequest) } },
    'text/csv': { schema: { type: 'string', format: 'binary' }, example: 'email,name\r\nann@example.com,Ann\r\n' },
    'text/plain': { schema: { type: 'string', format: 'binary' }, example: 'ann@example.com\nbob@example.com\n' },
    [XLSX]: { schema: { type: 'string', format: 'binary' } },
  },
};

/** Documents what may be said of `LIST_BODIES` outside of them. */
export function ApiListBodies(): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(CreateBatchRequest, CreateBatchFromJsonRequest),
    ApiQuery({
      name: 'name',
      required: false,
      description: `${OF_BARE_LISTS}a name for the batch; left out, it is named after the time.`,
      schema: { type: 'string', maxLength: 255 },
    }),
    ApiQuery({
      name: 'column',
      required: false,
      description: `${OF_BARE_LISTS}the column that holds the addresses.`,
      schema: { type: 'string' },
    }),
    ApiQuery({
      name: 'has_header',
      required: false,
      description: `${OF_BARE_LISTS}whether the first row names the columns.`,
      schema: { type: 'boolean' },
    }),
    ApiQuery({
      name: 'encoding',
      required: false,
      description: `${OF_BARE_LISTS}how its text is encoded; goes before the charset of the Content-Type.`,
      schema: { type: 'string', enum: ENCODING_NAMES },
    }),
    ApiQuery({
      name: 'sheet',
      required: false,
      description: `${OF_BARE_LISTS}the sheet of a workbook.`,
      schema: { type: 'string' },
    }),
  );
}
