import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { person } from '../audit/actor';
import { MAX_PAGE } from '../common/page-query';
import { AddressPath } from '../feedback/api/feedback.requests';
import { KnownAddressResponse, toKnownAddressResponse } from '../feedback/api/feedback.responses';
import { FeedbackSummary } from '../feedback/feedback-summary';
import { AddressDeletion } from '../feedback/known/address-deletion';
import { AddressPages } from '../feedback/known/address-pages';
import { KNOWN_GROUPS } from '../feedback/known/known-kind';
import { AddressRecord } from '../feedback/record/address-record';
import { SecurityEvent } from '../common/security-event.decorator';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import { ADDRESSES_OF_A_PAGE, KnownAddressesQuery } from './known-addresses.requests';
import {
  FeedbackSummaryResponse,
  ListedAddressesResponse,
  toFeedbackSummary,
  toListedAddress,
} from './known-addresses.responses';
import type { MemberAccess } from './membership.guard';

const ApiAddress = (): MethodDecorator =>
  ApiParam({
    name: 'address',
    description: 'The address, percent-encoded.',
    schema: { type: 'string', example: 'jane.doe@example.org' },
  });

/** What an organization's own mails say of addresses. */
@ApiTags('Feedback management')
@Controller('v1/organizations/:organizationId/feedback')
export class KnownAddressesController {
  constructor(
    private readonly summary: FeedbackSummary,
    private readonly pages: AddressPages,
    private readonly record: AddressRecord,
    private readonly deletion: AddressDeletion,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'getFeedbackSummary', summary: 'See the feedback of an organization in a line' })
  @ApiOkResponse({ type: FeedbackSummaryResponse, description: 'How much there is.' })
  @InOrganization('viewer')
  async summarise(@CurrentMember() { organizationId }: MemberAccess): Promise<FeedbackSummaryResponse> {
    return toFeedbackSummary(await this.summary.of(organizationId));
  }

  @Get('addresses')
  @ApiOperation({
    operationId: 'listKnownAddresses',
    summary: 'Page through the addresses of which your own mails say something',
    description:
      'By address. Of a kind: as it was at the last event; an address whose kind has aged since is left out, so that a page may be shorter than its limit.',
  })
  @ApiQuery({
    name: 'search',
    required: false,
    description: 'Addresses that begin so, in any case.',
    schema: { type: 'string', maxLength: 255, example: 'jane' },
  })
  @ApiQuery({
    name: 'kind',
    required: false,
    description: 'Those of this kind; left out: all.',
    schema: { type: 'string', enum: [...KNOWN_GROUPS] },
  })
  @ApiQuery({
    name: 'after',
    required: false,
    description: 'The `next_after` of the page before; left out: the first.',
    schema: { type: 'string', maxLength: 255 },
  })
  @ApiQuery({
    name: 'limit',
    required: false,
    description: 'How many at most.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: ADDRESSES_OF_A_PAGE },
  })
  @ApiOkResponse({ type: ListedAddressesResponse, description: 'A page of addresses.' })
  @InOrganization('viewer')
  async list(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() query: KnownAddressesQuery,
  ): Promise<ListedAddressesResponse> {
    const { addresses, nextAfter } = await this.pages.read(organizationId, query);
    return { addresses: addresses.map(toListedAddress), next_after: nextAfter };
  }

  @Get('addresses/:address')
  @ApiOperation({ operationId: 'readKnownAddress', summary: 'See what your own mails say of an address' })
  @ApiAddress()
  @ApiOkResponse({ type: KnownAddressResponse, description: 'What is known, since when, and its last events.' })
  @InOrganization('viewer')
  async read(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { address: email }: AddressPath,
  ): Promise<KnownAddressResponse> {
    const { told, events, verdicts } = await this.record.read(organizationId, email);
    return toKnownAddressResponse(email, told, events, verdicts);
  }

  @Delete('addresses/:address')
  @HttpCode(204)
  @SecurityEvent('feedback_address_deletion')
  @ApiOperation({
    operationId: 'clearKnownAddress',
    summary: 'Delete all that is kept of an address (owner, admin)',
    description:
      'What your mails say of it, its events, its cached verdict and its single checks. What providers tell again of the time before does not bring it back.',
  })
  @ApiAddress()
  @ApiChange()
  @ApiNoContentResponse({ description: 'Nothing is kept of it any more.' })
  @InOrganization('admin')
  async clear(
    @CurrentMember() { organizationId, accountId }: MemberAccess,
    @Param() { address }: AddressPath,
  ): Promise<void> {
    await this.deletion.delete(organizationId, address, person(accountId));
  }
}
