import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { WebhookEvent } from './webhook-event.entity';
import { WebhookOutbox } from './webhook-outbox';
import { WebhookUse } from './webhook-use';

/** For the features that have something to tell. */
@Module({
  imports: [TypeOrmModule.forFeature([WebhookEndpoint, WebhookEvent, WebhookDelivery])],
  providers: [WebhookUse, WebhookOutbox],
  exports: [TypeOrmModule, WebhookUse, WebhookOutbox],
})
export class OutboxModule {}
