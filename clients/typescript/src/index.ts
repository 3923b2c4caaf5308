export { EmailValidation, type ValidateBatchOptions, type ValidateOptions } from './client.js';
export { Batch, UploadedBatch, type DownloadOptions, type WaitOptions } from './batch.js';
export { Feedback } from './feedback.js';
export type { CallOptions, ClientOptions, CreatingOptions } from './transport.js';
export type { ListOptions, ListSource } from './upload.js';
export { verifyWebhook, WebhookSignatureError, type WebhookHeaders, type WebhookOptions } from './webhooks.js';
export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  EmailValidationError,
  InsufficientCreditsError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnprocessableError,
  type ApiErrorDetails,
} from './errors.js';
export type * from './types.js';
