import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiResultsChoice } from './api-batch.decorators';
import { ApiBatchRowsQuery } from './batch-rows-query';
import { BatchRowsResponse } from './batch-rows.response';
import { BatchSummaryResponse } from './batch-summary.response';

/** What a list tells has the same routes for programs and for people; these document them. */

export function ApiBatchSummary(operationId: string): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId,
      summary: 'Read why the rows of a batch have their answers, and how long it takes',
      description: 'Kept when the results are deleted. Holds no addresses.',
    }),
    ApiOkResponse({ type: BatchSummaryResponse, description: 'The summary, as of now.' }),
  );
}

/** @param more what is to be said of it beside what holds for everybody */
export function ApiBatchRows(operationId: string, more = ''): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId,
      summary: 'Look at rows of a batch, search and filter them',
      description: `In the order of the file, also while the work goes on.${more}`,
    }),
    ApiBatchRowsQuery(),
    ApiOkResponse({ type: BatchRowsResponse, description: 'A page of rows.' }),
  );
}

export function ApiBatchZip(operation: { operationId: string; description?: string }): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      ...operation,
      summary: 'Download the results of a batch that has ended as one ZIP, a file for each status',
    }),
    ApiResultsChoice(),
    ApiOkResponse({
      description: 'CSV files such as `list_valid.csv`, each as the download of that status.',
      content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    }),
  );
}
