/* Made of `openapi.json` by `npm run client-types`. */
export interface paths {
  '/v1/credits/balance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the credit balance and the use of the monthly allowance */
    get: operations['getCreditBalance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/feedback/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page through the events of the last 30 days */
    get: operations['listFeedbackEvents'];
    put?: never;
    /** Tell what became of mails */
    post: operations['tellFeedbackEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/feedback/addresses/{address}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What your own mails say of an address */
    get: operations['getKnownAddress'];
    put?: never;
    post?: never;
    /** Delete all that is kept of an address */
    delete: operations['deleteKnownAddress'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/feedback/accuracy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How often verdicts were true, on your own mail */
    get: operations['getAccuracy'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/feedback/accuracy/pairs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Export verdicts with what came of them */
    get: operations['exportAccuracyPairs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/validate/single': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Check one address */
    post: operations['validateSingle'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/validate/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page through the organization's batches */
    get: operations['listBatches'];
    put?: never;
    /** Upload a list of addresses to be checked */
    post: operations['createBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/validate/batch/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read how far a batch is */
    get: operations['getBatch'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/validate/batch/{id}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download the results of a batch that has ended */
    get: operations['downloadBatchResults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/validate/batch/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Cancel a batch */
    post: operations['cancelBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/validate/batch/{id}/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read why the rows of a batch have their answers, and how long it takes */
    get: operations['getBatchSummary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/validate/batch/{id}/rows': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Look at rows of a batch, search and filter them */
    get: operations['listBatchRows'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/validate/batch/{id}/zip': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download the results of a batch that has ended as one ZIP, a file for each status */
    get: operations['downloadBatchZip'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/validate/batch/{id}/continue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Check the rows of a batch once more that have no verdict */
    post: operations['continueBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/feedback/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Tell a bounce or a complaint by its raw message */
    post: operations['tellFeedbackMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/feedback/imports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Import a provider's export of bounces or suppressed addresses */
    post: operations['importFeedback'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'batch.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** All rows of a batch are answered */
    post: operations['webhook_batch_completed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'batch.cancelled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A batch was cancelled */
    post: operations['webhook_batch_cancelled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'batch.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A batch had rows left that could not be worked on; it is cancelled, and its credits are back */
    post: operations['webhook_batch_failed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'credits.low': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The balance fell below what the organization wants to be warned of: once a fall */
    post: operations['webhook_credits_low'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'credits.exhausted': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The balance fell to 0: once a fall, in place of credits.low where it is both */
    post: operations['webhook_credits_exhausted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'feedback.block_alarm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Mail hosts refuse the mails of the organization for what they hold of its sender: once a day */
    post: operations['webhook_feedback_block_alarm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'feedback.source_failing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What a source of feedback sends is refused or can not be read: once a day and source */
    post: operations['webhook_feedback_source_failing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'token.expiring': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A token that works for the organization expires within a week: once */
    post: operations['webhook_token_expiring'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  test: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Somebody tries the webhook */
    post: operations['webhook_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    AccuracyResponse: {
      /**
       * @description Verdicts that were given.
       * @example 5210
       */
      answered: number;
      /**
       * @description Those of which it is known what came of them.
       * @example 1200
       */
      known: number;
      /**
       * @description Of these, mails that were delivered.
       * @example 1195
       */
      delivered: number;
      /**
       * @description Of these, mails that met a hard bounce.
       * @example 5
       */
      hard_bounced: number;
      /**
       * @description Verdicts of so many days count.
       * @example 30
       */
      days: number;
      /**
       * Format: date-time
       * @description Since then.
       * @example 2026-10-29T09:30:00.000Z
       */
      since: string;
      /** @description For each status that was given, the most frequent first. */
      by_status: components['schemas']['StatusAccuracyResponse'][];
      /** @description For each status with its reason, the most frequent first. */
      by_sub_status: components['schemas']['SubStatusAccuracyResponse'][];
      /** @description Confidence against what happened; verdicts that came of earlier feedback left out. */
      reliability: components['schemas']['ReliabilityResponse'];
      /** @description Of addresses that were called `valid`, not because of earlier feedback, and of which it is known what came of them: by provider, the ten that bounced most first; last, those at hosts of no known provider. */
      providers: components['schemas']['ProviderAccuracyResponse'][];
    };
    BalanceResponse: {
      /**
       * @description Credits that can be spent now: credits plus what is left of the monthly allowance.
       * @example 99
       */
      balance: number;
      /**
       * @description Credits of this month's allowance that are used up.
       * @example 1
       */
      monthly_allowance_used: number;
      /**
       * Format: date-time
       * @description When the allowance is full again (ISO 8601, UTC); null without an allowance.
       * @example 2026-12-01T09:30:00.000Z
       */
      monthly_allowance_reset_at: string | null;
    };
    BatchContinuedResponse: {
      /**
       * @description Id of the batch, to ask for its progress and results.
       * @example 123
       */
      id: number;
      /**
       * @description The name given.
       * @example Newsletter, November
       */
      name: string;
      /**
       * @description How far it is.
       * @example pending
       * @enum {string}
       */
      status: 'pending' | 'processing' | 'completed' | 'cancelled';
      /**
       * @description Rows of the file, blank lines left out.
       * @example 1000
       */
      total_count: number;
      /**
       * @description Always this.
       * @example Batch validation started
       * @enum {string}
       */
      message: 'Batch validation started';
      /**
       * @description The batch that it goes on with.
       * @example 122
       */
      continues_id: number;
    };
    BatchCreatedResponse: {
      /**
       * @description Id of the batch, to ask for its progress and results.
       * @example 123
       */
      id: number;
      /**
       * @description The name given.
       * @example Newsletter, November
       */
      name: string;
      /**
       * @description How far it is.
       * @example pending
       * @enum {string}
       */
      status: 'pending' | 'processing' | 'completed' | 'cancelled';
      /**
       * @description Rows of the file, blank lines left out.
       * @example 1000
       */
      total_count: number;
      /**
       * @description Always this.
       * @example Batch validation started
       * @enum {string}
       */
      message: 'Batch validation started';
      /**
       * @description The column that the addresses were read from, 255 characters of its name at most; only where the file has names and this one is not `email`.
       * @example E-Mail
       */
      email_column?: string;
    };
    BatchListResponse: {
      /** @description Batches, the newest first. */
      batches: components['schemas']['BatchResponse'][];
      /**
       * @description The `before` of the next page; null: this is the last.
       * @example null
       */
      next_before: number | null;
    };
    BatchResponse: {
      /**
       * @description Id of the batch.
       * @example 123
       */
      id: number;
      /**
       * @description The name given at creation.
       * @example Newsletter, November
       */
      name: string;
      /**
       * @description The results can be downloaded once it is `completed`; of a `cancelled` batch, those that were there by then.
       * @example processing
       * @enum {string}
       */
      status: 'pending' | 'processing' | 'completed' | 'cancelled';
      /**
       * @description Rows of the file. Never changes.
       * @example 1000
       */
      total_count: number;
      /**
       * @description Rows with an answer so far.
       * @example 250
       */
      processed_count: number;
      /**
       * @description Rows that are `valid`.
       * @example 200
       */
      valid_count: number;
      /**
       * @description Rows that are `invalid`.
       * @example 20
       */
      invalid_count: number;
      /**
       * @description Rows that are `risky` or `catch_all`.
       * @example 20
       */
      risky_count: number;
      /**
       * @description Rows that are `unknown`.
       * @example 10
       */
      unknown_count: number;
      /**
       * @description Credits charged so far: 1 for each row with a verdict of its own; repeats, cached results, malformed rows and `unknown` are free.
       * @example 230
       */
      credits_used: number;
      /**
       * @description Percent, 0 to 100, with two decimals at most.
       * @example 25
       */
      progress: number;
      /**
       * Format: date-time
       * @description When it was created (ISO 8601, UTC).
       * @example 2026-11-28T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed (ISO 8601, UTC).
       * @example 2026-11-28T09:31:00.000Z
       */
      updated_at: string;
    };
    BatchRowResponse: {
      /**
       * @description Its number in the file, from 1, header and blank lines left out.
       * @example 7
       */
      row: number;
      /**
       * @description The address as given.
       * @example jane@ok.test
       */
      email: string;
      /**
       * @description Null: not checked.
       * @example valid
       * @enum {string|null}
       */
      status: 'valid' | 'catch_all' | 'risky' | 'invalid' | 'unknown' | null;
      /**
       * @description Why it has this status.
       * @example null
       */
      sub_status: string | null;
      /**
       * @description Percent, 0 to 100.
       * @example 97
       */
      confidence: number | null;
      /**
       * @description A throw-away address.
       * @example false
       */
      is_disposable: boolean | null;
      /**
       * @description An address of a role, such as `info@`.
       * @example false
       */
      is_role_account: boolean | null;
      /**
       * @description The address that was likely meant.
       * @example null
       */
      did_you_mean: string | null;
      /**
       * @description Who takes its mail, such as `google`; null: none that is known.
       * @example null
       */
      provider: string | null;
      /**
       * @description The first 12 cells of the row, for looking at: 200 characters of each, control characters as blanks; those that the row has beyond its columns too. The download has all.
       * @example [
       *       "Jane",
       *       "jane@ok.test"
       *     ]
       */
      cells: string[];
    };
    BatchRowsResponse: {
      /**
       * @description The names of the columns that the cells are of. A row may have more cells than the list has columns.
       * @example [
       *       "name",
       *       "email"
       *     ]
       */
      columns: string[];
      /** @description In the order of the file. */
      rows: components['schemas']['BatchRowResponse'][];
      /**
       * @description The `after` of the next page; null: the end of the list. A page looks at about 50,000 rows at most: it may hold fewer than asked for, or none, and still have a next one.
       * @example null
       */
      next_after: string | null;
      /**
       * @description Rows looked at by now, from the first of the list on.
       * @example 1000
       */
      searched_count: number;
    };
    BatchSummaryResponse: {
      /**
       * @description Id of the batch.
       * @example 123
       */
      id: number;
      /**
       * @description The name given at creation.
       * @example Newsletter, November
       */
      name: string;
      /**
       * @description The results can be downloaded once it is `completed`; of a `cancelled` batch, those that were there by then.
       * @example processing
       * @enum {string}
       */
      status: 'pending' | 'processing' | 'completed' | 'cancelled';
      /**
       * @description Rows of the file. Never changes.
       * @example 1000
       */
      total_count: number;
      /**
       * @description Rows with an answer so far.
       * @example 250
       */
      processed_count: number;
      /**
       * @description Rows that are `valid`.
       * @example 200
       */
      valid_count: number;
      /**
       * @description Rows that are `invalid`.
       * @example 20
       */
      invalid_count: number;
      /**
       * @description Rows that are `risky` or `catch_all`.
       * @example 20
       */
      risky_count: number;
      /**
       * @description Rows that are `unknown`.
       * @example 10
       */
      unknown_count: number;
      /**
       * @description Credits charged so far: 1 for each row with a verdict of its own; repeats, cached results, malformed rows and `unknown` are free.
       * @example 230
       */
      credits_used: number;
      /**
       * @description Percent, 0 to 100, with two decimals at most.
       * @example 25
       */
      progress: number;
      /**
       * Format: date-time
       * @description When it was created (ISO 8601, UTC).
       * @example 2026-11-28T09:30:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it last changed (ISO 8601, UTC).
       * @example 2026-11-28T09:31:00.000Z
       */
      updated_at: string;
      /**
       * @description Rows that the following counts are about: all that have an answer, but those answered before such counts were kept.
       * @example 250
       */
      counted_count: number;
      /** @description The most frequent first. They add up to `counted_count`. */
      reasons: components['schemas']['ReasonCountResponse'][];
      /** @description Rows whose domain names a mail host, by provider, the most frequent first. */
      providers: components['schemas']['ProviderCountResponse'][];
      /**
       * @description Rows whose address stands in an earlier row, too.
       * @example 3
       */
      duplicate_count: number;
      /**
       * @description Rows that hold no well-formed address.
       * @example 2
       */
      malformed_count: number;
      /**
       * @description Rows with a `did_you_mean`: likely typing errors.
       * @example 4
       */
      suggestion_count: number;
      /**
       * @description Rows with an address of a role, such as `info@`.
       * @example 12
       */
      role_account_count: number;
      /**
       * @description Rows with a throw-away address.
       * @example 5
       */
      disposable_count: number;
      /**
       * @description Rows at a free mail provider.
       * @example 90
       */
      free_provider_count: number;
      /**
       * @description The batch whose open rows these are; null: none, or it is gone.
       * @example null
       */
      continues_id: number | null;
      /**
       * @description The latest batch of open rows of this one; null: none.
       * @example null
       */
      continued_by_id: number | null;
      /**
       * Format: date-time
       * @description When the work on it began; null: not yet, or it was not noted.
       * @example 2026-11-28T09:30:01.000Z
       */
      started_at: string | null;
      /**
       * Format: date-time
       * @description When it was completed or cancelled.
       * @example null
       */
      finished_at: string | null;
      /**
       * @description Seconds from start to end.
       * @example null
       */
      seconds_taken: number | null;
      /**
       * @description The speed: of about the last minute, or, once it has ended, of the whole.
       * @example 900
       */
      rows_per_minute: number | null;
      /**
       * Format: date-time
       * @description When it will be completed if it goes on at this speed; null: nobody can tell.
       * @example 2026-11-28T09:31:30.000Z
       */
      expected_end_at: string | null;
    };
    ContinueBatchRequest: {
      /**
       * @description Which rows: the `unknown` ones, those that a cancel left `unchecked`, or both (`open`).
       * @default open
       * @example unknown
       * @enum {string}
       */
      rows?: 'open' | 'unknown' | 'unchecked';
    };
    CreateBatchFromJsonRequest: {
      /**
       * @description A name for the batch; left out, it is named after the time.
       * @example Newsletter, November
       */
      name?: string;
      /**
       * @description The addresses, one a row of the results. What is no address is a row too, and free.
       * @example [
       *       "ann@example.com",
       *       "bob@example.com"
       *     ]
       */
      emails: string[];
    };
    CreateBatchRequest: {
      /**
       * @description A name for the batch.
       * @example Newsletter, November
       */
      name: string;
      /**
       * @description The column that holds the addresses: its name, or else its number from 1. Left out, it is the one named `email`, else the only one with another spelling of that: `E-Mail`, `mail`, `Email address`. This field and the next three come before the file in the form, which is read as it comes in.
       * @example email
       */
      column?: string;
      /**
       * @description Whether the first row names the columns. Without names, `column` is a number (it may be left out where there is one column only), and the results have a header of their own: `email` for that column, `column_1` and so on for the others.
       * @default true
       * @example true
       */
      has_header?: boolean;
      /**
       * @description How the text of a CSV file is encoded; `auto`: UTF-8 or UTF-16, found out. A byte order mark in the file is believed before this. Results are always UTF-8.
       * @default auto
       * @example auto
       * @enum {string}
       */
      encoding?: 'auto' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-1';
      /**
       * @description Of an Excel workbook, the sheet to read: its name, or else its number from 1. Left out, it is the first that is not hidden.
       * @example 1
       */
      sheet?: string;
      /**
       * Format: binary
       * @description A CSV file whose first row names a column `email` (see `column`), unless the fields above say otherwise; any of `, ; TAB |` between cells, UTF-8 or UTF-16. Or an Excel workbook (.xlsx), told by its bytes. At most 102400 kilobytes, unless the operator set another limit.
       */
      file: string;
    };
    FeedbackEventResponse: {
      /**
       * @description Id of the event.
       * @example 17
       */
      id: number;
      /**
       * @description What happened.
       * @example hard_bounce
       * @enum {string}
       */
      type:
        | 'hard_bounce'
        | 'soft_bounce'
        | 'block'
        | 'complaint'
        | 'unsubscribe'
        | 'suppressed'
        | 'delivered'
        | 'ignored'
        | 'unknown';
      /**
       * @description Of a hard bounce: whether it leaves no doubt; a weak one counts once a second mail has met one.
       * @example strong
       * @enum {string|null}
       */
      strength: 'strong' | 'weak' | null;
      /**
       * @description The recipient; null where it can not be told who was meant.
       * @example jane.doe@example.org
       */
      email: string | null;
      /**
       * @description The source; null: a program of yours.
       * @example 4
       */
      source_id: number | null;
      /**
       * @description The reply code.
       * @example 550
       */
      smtp_code: number | null;
      /**
       * @description The enhanced status code.
       * @example 5.1.1
       */
      enhanced_code: string | null;
      /**
       * @description The server's words.
       * @example 550 5.1.1 User unknown
       */
      diagnostic: string | null;
      /**
       * @description The provider's words.
       * @example Permanent/General
       */
      provider_class: string | null;
      /**
       * @description Id of the mail.
       * @example <1@example.com>
       */
      message_id: string | null;
      /**
       * @description Of an unsubscription: the list.
       * @example null
       */
      scope: string | null;
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-11-28T09:30:00.000Z
       */
      occurred_at: string;
      /**
       * Format: date-time
       * @description When it was told.
       * @example 2026-11-28T09:30:00.000Z
       */
      received_at: string;
    };
    FeedbackEventsResponse: {
      /** @description The events, the newest first. */
      events: components['schemas']['FeedbackEventResponse'][];
      /**
       * @description What `before` is for the next page; null: that was the last.
       * @example null
       */
      next_before: number | null;
    };
    FeedbackImportRequest: {
      /**
       * @description The column that holds the addresses: its name, or else its number from 1. Left out, it is the one named `email`, else the only one with another spelling of that: `E-Mail`, `mail`, `Email address`. This field and the next three come before the file in the form, which is read as it comes in.
       * @example email
       */
      column?: string;
      /**
       * @description Whether the first row names the columns. Without names, `column` is a number (it may be left out where there is one column only), and the results have a header of their own: `email` for that column, `column_1` and so on for the others.
       * @default true
       * @example true
       */
      has_header?: boolean;
      /**
       * @description How the text of a CSV file is encoded; `auto`: UTF-8 or UTF-16, found out. A byte order mark in the file is believed before this. Results are always UTF-8.
       * @default auto
       * @example auto
       * @enum {string}
       */
      encoding?: 'auto' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-1';
      /**
       * @description Of an Excel workbook, the sheet to read: its name, or else its number from 1. Left out, it is the first that is not hidden.
       * @example 1
       */
      sheet?: string;
      /**
       * Format: binary
       * @description The export: CSV whose first row names the columns (see `column` for the one of the addresses; `recipient` and `address` are known, too), or an Excel workbook. At most 102400 kilobytes, unless the operator set another limit.
       */
      file: string;
    };
    FeedbackImportResponse: {
      /**
       * @description Rows of the file that are not blank.
       * @example 4
       */
      rows: number;
      /**
       * @description Rows that were taken.
       * @example 2
       */
      accepted: number;
      /**
       * @description Rows that had been told before.
       * @example 1
       */
      duplicates: number;
      /**
       * @description What the rows that were taken, or told before, were read as. `unknown` and `block` say nothing of their addresses: a bare `bounce` needs the words or codes of the host, or `hard_bounce` as its type.
       * @example {
       *       "hard_bounce": 2,
       *       "soft_bounce": 0,
       *       "block": 0,
       *       "complaint": 1,
       *       "unsubscribe": 0,
       *       "suppressed": 0,
       *       "delivered": 0,
       *       "unknown": 0
       *     }
       */
      events?: {
        hard_bounce: number;
        soft_bounce: number;
        block: number;
        complaint: number;
        unsubscribe: number;
        suppressed: number;
        delivered: number;
        unknown: number;
      };
      /**
       * @description Rows that were not taken.
       * @example 1
       */
      rejected_count: number;
      /** @description The first 100 of those. */
      rejected: components['schemas']['RejectedRowResponse'][];
    };
    FeedbackReportResponse: {
      /**
       * @description Events that were taken.
       * @example 2
       */
      accepted: number;
      /**
       * @description Events that had been told before.
       * @example 1
       */
      duplicates: number;
      /** @description Events that were not taken. */
      rejected: components['schemas']['RejectedEventResponse'][];
      /** @description What the message was read as, in its order. */
      events: components['schemas']['ReportedEventResponse'][];
      /**
       * @description Why nothing, or less than it seems, follows from the message; null: there is nothing to say.
       * @example null
       */
      message: string | null;
    };
    GivenVerdictResponse: {
      /**
       * @description What was said.
       * @example valid
       * @enum {string}
       */
      status: 'valid' | 'catch_all' | 'risky' | 'invalid' | 'unknown';
      /**
       * @description Why; null: there is no more to say.
       * @example null
       */
      sub_status: string | null;
      /**
       * @description The confidence, in percent.
       * @example 97
       */
      confidence: number;
      /**
       * Format: date-time
       * @description When it was said.
       * @example 2026-11-28T09:30:00.000Z
       */
      given_at: string;
      /**
       * @description What came of the mails after it, as far as the next verdict; null: nothing is known.
       * @example delivered
       * @enum {string|null}
       */
      outcome: 'delivered' | 'hard_bounced' | null;
    };
    KnownAddressResponse: {
      /**
       * @description The address, as verdicts know it.
       * @example jane.doe@example.org
       */
      email: string;
      /**
       * @description What counts of it now; null: nothing.
       * @example hard_bounce
       * @enum {string|null}
       */
      known: 'hard_bounce' | 'complaint' | 'weak_hard_bounce' | 'suppressed' | 'soft_bounces' | 'delivered' | null;
      /**
       * Format: date-time
       * @description Since when that is so.
       * @example 2026-11-28T09:30:00.000Z
       */
      since: string | null;
      /**
       * Format: date-time
       * @description When the last hard bounce happened; null: none is known.
       * @example 2026-11-28T09:30:00.000Z
       */
      last_hard_bounce_at: string | null;
      /**
       * Format: date-time
       * @description When the last soft bounce happened; null: none is known.
       * @example 2026-11-28T09:30:00.000Z
       */
      last_soft_bounce_at: string | null;
      /**
       * Format: date-time
       * @description When the last complaint happened; null: none is known.
       * @example 2026-11-28T09:30:00.000Z
       */
      last_complaint_at: string | null;
      /**
       * Format: date-time
       * @description When the last suppression happened; null: none is known.
       * @example 2026-11-28T09:30:00.000Z
       */
      last_suppression_at: string | null;
      /**
       * Format: date-time
       * @description When the last delivery happened; null: none is known.
       * @example 2026-11-28T09:30:00.000Z
       */
      last_delivery_at: string | null;
      /** @description Its last events, the newest first. */
      events: components['schemas']['FeedbackEventResponse'][];
      /** @description What you were answered about it in the last 30 days, the newest first. */
      verdicts: components['schemas']['GivenVerdictResponse'][];
    };
    ProviderAccuracyResponse: {
      /**
       * @description Verdicts that were given.
       * @example 5210
       */
      answered: number;
      /**
       * @description Those of which it is known what came of them.
       * @example 1200
       */
      known: number;
      /**
       * @description Of these, mails that were delivered.
       * @example 1195
       */
      delivered: number;
      /**
       * @description Of these, mails that met a hard bounce.
       * @example 5
       */
      hard_bounced: number;
      /** @description Hard bounces among those known; null: nothing is known. */
      bounce_rate: components['schemas']['ShareResponse'] | null;
      /**
       * @description Fewer than 30 are known: too few to go by. Look at the bounds.
       * @example false
       */
      few: boolean;
      /**
       * @description Who runs the mail host, as in the evidence of a check; null: all hosts of no known provider together.
       * @example google
       */
      provider: string | null;
    };
    ProviderCountResponse: {
      /**
       * @description Who takes mail for these rows, by their MX record; `other`: none of the providers that are known.
       * @example google
       */
      provider: string;
      /**
       * @description How many rows.
       * @example 120
       */
      count: number;
    };
    ReasonCountResponse: {
      /**
       * @description The status of the rows.
       * @example invalid
       * @enum {string}
       */
      status: 'valid' | 'catch_all' | 'risky' | 'invalid' | 'unknown';
      /**
       * @description Why they have it; null: the status says it all.
       * @example mailbox_not_found
       */
      sub_status: string | null;
      /**
       * @description How many rows.
       * @example 20
       */
      count: number;
    };
    RejectedEventResponse: {
      /**
       * @description Its place in the list, from 0 on.
       * @example 3
       */
      index: number;
      /**
       * @description What is wrong with it.
       * @example "email" must be an email address.
       */
      message: string;
    };
    RejectedRowResponse: {
      /**
       * @description The line of the file (row of the sheet) on which it begins.
       * @example 3
       */
      line: number;
      /**
       * @description What is wrong with it.
       * @example "email" must be an email address.
       */
      message: string;
    };
    ReliabilityBinResponse: {
      /**
       * @description Confidence from this on.
       * @example 0.9
       */
      from: number;
      /**
       * @description Confidence below this; in the last bin this, too.
       * @example 1
       */
      to: number;
      /**
       * @description Verdicts of which it is known what came of them.
       * @example 1200
       */
      known: number;
      /**
       * @description Of these, mails that were delivered.
       * @example 1195
       */
      delivered: number;
      /**
       * @description Their confidence on average; null: nothing is known.
       * @example 0.96
       */
      mean_confidence: number | null;
      /** @description Share delivered; null: nothing is known. */
      share: components['schemas']['ShareResponse'] | null;
    };
    ReliabilityResponse: {
      /**
       * @description Verdicts of which it is known what came of them.
       * @example 1300
       */
      known: number;
      /**
       * @description Brier score: how far the confidence was from what happened, squared, on average. 0 is perfect, 0.25 is what 50 % each time gets; null: nothing is known.
       * @example 0.012
       */
      brier: number | null;
      /** @description Ten, by confidence. */
      bins: components['schemas']['ReliabilityBinResponse'][];
    };
    ReportedEventResponse: {
      /**
       * @description What happened.
       * @example hard_bounce
       * @enum {string}
       */
      type:
        | 'hard_bounce'
        | 'soft_bounce'
        | 'block'
        | 'complaint'
        | 'unsubscribe'
        | 'suppressed'
        | 'delivered'
        | 'ignored'
        | 'unknown';
      /**
       * @description Of a hard bounce: whether it leaves no doubt.
       * @example strong
       * @enum {string|null}
       */
      strength: 'strong' | 'weak' | null;
      /**
       * @description The recipient; null where it can not be told who was meant.
       * @example jane.doe@example.org
       */
      email: string | null;
    };
    ShareResponse: {
      /**
       * @description What was counted.
       * @example 0.004
       */
      value: number;
      /**
       * @description It is this at least, with 95 % (Wilson).
       * @example 0.002
       */
      low: number;
      /**
       * @description It is this at most, with 95 % (Wilson).
       * @example 0.009
       */
      high: number;
    };
    SingleResponse: {
      /**
       * @description The address that was checked.
       * @example jane.doe@example.org
       */
      email: string;
      /**
       * @description `valid` and `catch_all` are treated as safe to send; some `catch_all` bounce, since nobody outside can tell which of these mailboxes exist. `risky` would be delivered but had better not be used. `invalid` is definitive. `unknown` means that the address could not be confirmed, not that it is invalid.
       * @example valid
       * @enum {string}
       */
      status: 'valid' | 'catch_all' | 'risky' | 'invalid' | 'unknown';
      /**
       * @description The estimated chance, in percent, that a message sent now would reach a mailbox.
       * @example 97
       */
      confidence: number;
      /**
       * @description Whether the domain has a usable MX record.
       * @example true
       */
      mx_found: boolean;
      /**
       * @description Whether the mail server says that the mailbox exists; null when that was not determined.
       * @example true
       */
      smtp_valid: boolean | null;
      /**
       * @description Whether the domain hands out throw-away addresses.
       * @example false
       */
      is_disposable: boolean;
      /**
       * @description Whether the domain takes mail for any address; null when that was not determined.
       * @example false
       */
      is_catch_all: boolean | null;
      /**
       * @description Whether the address names a role, such as sales@.
       * @example false
       */
      is_role_account: boolean;
      /**
       * @description The address that was probably meant, or null. It never changes the status.
       * @example null
       */
      did_you_mean: string | null;
      /**
       * @description Whether the answer comes from the cache: about 24 hours for conclusive ones, 15 minutes for `unknown`. True as well where it rests on a hard bounce of your own mails alone.
       * @example false
       */
      from_cache: boolean;
      /**
       * @description Credits that this call cost: 1; 0 from the cache or from your own mails, and where the reason for `unknown` lies with us.
       * @example 1
       */
      credits_used: number;
      /**
       * @description An empty array when there is nothing to add, else an object.
       * @example []
       */
      result: unknown[] | components['schemas']['SingleResultDetails'];
    };
    SingleResultDetails: {
      /**
       * @description Why the status was given; null when there is nothing to add. Those that begin with `known_` come from what your own mails met (feedback): a hard bounce (`invalid`, or `risky` while it leaves doubts), a complaint or a suppression (`risky`), or a delivery where the mail host lets nobody know (`valid`).
       * @example mailbox_not_found
       * @enum {string|null}
       */
      sub_status:
        | 'known_delivery'
        | 'disposable'
        | 'mailbox_quota_exceeded'
        | 'known_complaint'
        | 'known_hard_bounce'
        | 'known_suppressed'
        | 'failed_syntax_check'
        | 'domain_not_found'
        | 'no_mail_server'
        | 'does_not_accept_mail'
        | 'unroutable_ip_address'
        | 'mailbox_not_found'
        | 'mailbox_disabled'
        | 'mailbox_moved'
        | 'provider_rule_violation'
        | 'smtputf8_not_supported'
        | 'dns_error'
        | 'dns_timeout'
        | 'failed_smtp_connection'
        | 'mail_server_did_not_respond'
        | 'timeout_exceeded'
        | 'forcible_disconnect'
        | 'greylisted'
        | 'mail_server_temporary_error'
        | 'throttled'
        | 'antispam_system'
        | 'sender_rejected'
        | 'recipient_restricted'
        | 'provider_unverifiable'
        | 'catch_all_undetermined'
        | 'smtp_disabled'
        | 'exception_occurred'
        | null;
      /**
       * @description Only where your own mails to the address met soft bounces, three or more in 30 days: a remark that changes nothing.
       * @example soft_bounces
       * @enum {string}
       */
      known?: 'soft_bounces';
      /**
       * @description Only with `evidence=true`: the layer that decided.
       * @example smtp
       * @enum {string}
       */
      layer?: 'syntax' | 'lists' | 'dns' | 'smtp' | 'proxy' | 'feedback';
      /**
       * @description Only with `evidence=true`: `control` where the reply's own words say nothing and the verdict rests on what the mail host says to other addresses; else null.
       * @example null
       * @enum {string|null}
       */
      by?: 'control' | null;
      /**
       * @description Only with `evidence=true`: the mail host that answered, by its MX name.
       * @example mx1.example.org
       */
      mx_host?: string | null;
      /**
       * @description Only with `evidence=true`: the mail host's reply code.
       * @example 550
       */
      reply_code?: number | null;
      /**
       * @description Only with `evidence=true`: the enhanced status code (RFC 3463).
       * @example 5.1.1
       */
      enhanced_code?: string | null;
      /**
       * @description Only with `evidence=true`: the reply's text, addresses masked. With a test token also where nobody was asked, which it says.
       * @example User unknown
       */
      text?: string | null;
      /**
       * @description Only with `evidence=true`: the mail provider, known by its MX names.
       * @example google
       */
      provider?: string | null;
      /**
       * @description Only with `evidence=true`: whether the domain is a free mail provider.
       * @example false
       */
      is_free_provider?: boolean;
      /**
       * @description Only with `evidence=true`: how long the check took, in milliseconds, rounded up to a multiple of 250.
       * @example 500
       */
      duration_ms?: number;
    };
    StatusAccuracyResponse: {
      /**
       * @description Verdicts that were given.
       * @example 5210
       */
      answered: number;
      /**
       * @description Those of which it is known what came of them.
       * @example 1200
       */
      known: number;
      /**
       * @description Of these, mails that were delivered.
       * @example 1195
       */
      delivered: number;
      /**
       * @description Of these, mails that met a hard bounce.
       * @example 5
       */
      hard_bounced: number;
      /** @description Hard bounces among those known; null: nothing is known. */
      bounce_rate: components['schemas']['ShareResponse'] | null;
      /**
       * @description Fewer than 30 are known: too few to go by. Look at the bounds.
       * @example false
       */
      few: boolean;
      /**
       * @description What was said.
       * @example valid
       * @enum {string}
       */
      status: 'valid' | 'catch_all' | 'risky' | 'invalid' | 'unknown';
    };
    SubStatusAccuracyResponse: {
      /**
       * @description Verdicts that were given.
       * @example 5210
       */
      answered: number;
      /**
       * @description Those of which it is known what came of them.
       * @example 1200
       */
      known: number;
      /**
       * @description Of these, mails that were delivered.
       * @example 1195
       */
      delivered: number;
      /**
       * @description Of these, mails that met a hard bounce.
       * @example 5
       */
      hard_bounced: number;
      /** @description Hard bounces among those known; null: nothing is known. */
      bounce_rate: components['schemas']['ShareResponse'] | null;
      /**
       * @description Fewer than 30 are known: too few to go by. Look at the bounds.
       * @example false
       */
      few: boolean;
      /**
       * @description What was said.
       * @example valid
       * @enum {string}
       */
      status: 'valid' | 'catch_all' | 'risky' | 'invalid' | 'unknown';
      /**
       * @description Why; null: there is no more to say. Those that begin with `known_` came of earlier feedback.
       * @example null
       */
      sub_status: string | null;
    };
    ToldEventRequest: {
      /**
       * @description Your id of the event: told again, it is taken once. Left out, all fields together tell it from others.
       * @example evt-1
       */
      id?: string;
      /**
       * @description What happened. `bounce`: by its codes and words the service finds out which kind. `block` is a refusal because of the sender, and says nothing of the address.
       * @example bounce
       * @enum {string}
       */
      type:
        'hard_bounce' | 'soft_bounce' | 'bounce' | 'block' | 'complaint' | 'unsubscribe' | 'suppressed' | 'delivered';
      /**
       * @description The recipient: an address as a single check takes it, other alphabets included, with or without a name in front of it (`Jane <jane.doe@example.org>`). A dot behind the domain makes it none.
       * @example jane.doe@example.org
       */
      email: string;
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-11-28T09:30:00Z
       */
      occurred_at: string;
      /**
       * @description The reply code.
       * @example 550
       */
      smtp_code?: number;
      /**
       * @description The enhanced status code (RFC 3463).
       * @example 5.1.1
       */
      enhanced_code?: string;
      /**
       * @description The receiving server's words.
       * @example 550 5.1.1 User unknown
       */
      diagnostic?: string;
      /**
       * @description Id of the mail: two bounces of one mail count once. Left out, bounces of an address within a day are taken for those of one mail.
       * @example <1@example.com>
       */
      message_id?: string;
      /**
       * @description Of `unsubscribe`: the list.
       * @example newsletter
       */
      scope?: string;
    };
    ToldEventsRequest: {
      /** @description The events. */
      events: components['schemas']['ToldEventRequest'][];
    };
    ToldEventsResponse: {
      /**
       * @description Events that were taken.
       * @example 2
       */
      accepted: number;
      /**
       * @description Events that had been told before.
       * @example 1
       */
      duplicates: number;
      /** @description Events that were not taken. */
      rejected: components['schemas']['RejectedEventResponse'][];
    };
    ValidateSingleRequest: {
      /**
       * Format: idn-email
       * @description The address to check.
       * @example jane.doe@example.org
       */
      email: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getCreditBalance: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The organization's credits. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BalanceResponse'];
        };
      };
    };
  };
  listFeedbackEvents: {
    parameters: {
      query?: {
        /** @description Those about this address. */
        email?: string;
        /** @description Those of this source; 0: those that programs and files told. */
        source_id?: number;
        /** @description Those of these types, with commas between them. */
        type?: string;
        /** @description The `next_before` of the page before; left out: the newest. */
        before?: number;
        /** @description How many at most. */
        limit?: number;
      };
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FeedbackEventsResponse'];
        };
      };
    };
  };
  tellFeedbackEvents: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
        /** @description Your name for this request, for 24 hours, such as a UUID: sent again under the same one, it is done once and answered as before. In double quotes or without. The body may have its names in another order, a form another boundary and file name; another body, path or query is 422. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ToldEventsRequest'];
      };
    };
    responses: {
      /** @description How many were taken, and what is wrong with the others. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ToldEventsResponse'];
        };
      };
    };
  };
  getKnownAddress: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path: {
        /** @description The address, percent-encoded. */
        address: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is known, and since when. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KnownAddressResponse'];
        };
      };
    };
  };
  deleteKnownAddress: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path: {
        /** @description The address, percent-encoded. */
        address: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All that is deleted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getAccuracy: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was counted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccuracyResponse'];
        };
      };
    };
  };
  exportAccuracyPairs: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
    };
  };
  validateSingle: {
    parameters: {
      query?: {
        /** @description Whether `result` also holds what was seen on the way to the verdict. */
        evidence?: boolean;
      };
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
        /** @description Your name for this request, for 24 hours, such as a UUID: sent again under the same one, it is done once and answered as before. In double quotes or without. The body may have its names in another order, a form another boundary and file name; another body, path or query is 422. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ValidateSingleRequest'];
      };
    };
    responses: {
      /** @description The verdict. Costs 1 credit, or 0 from the cache or for a fault of ours. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SingleResponse'];
        };
      };
    };
  };
  listBatches: {
    parameters: {
      query?: {
        /** @description The `next_before` of the page before; left out: the newest. */
        before?: number;
        /** @description How many at most. */
        limit?: number;
        /** @description Batches in this state only. */
        status?: 'pending' | 'processing' | 'completed' | 'cancelled';
        /** @description Batches whose name holds this, in any case; its first 255 characters count. */
        name?: string;
      };
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of batches. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchListResponse'];
        };
      };
    };
  };
  createBatch: {
    parameters: {
      query?: {
        /** @description Of a list that is the body itself, in place of the field of the form: a name for the batch; left out, it is named after the time. */
        name?: string;
        /** @description Of a list that is the body itself, in place of the field of the form: the column that holds the addresses. */
        column?: string;
        /** @description Of a list that is the body itself, in place of the field of the form: whether the first row names the columns. */
        has_header?: boolean;
        /** @description Of a list that is the body itself, in place of the field of the form: how its text is encoded; goes before the charset of the Content-Type. */
        encoding?: 'auto' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-1';
        /** @description Of a list that is the body itself, in place of the field of the form: the sheet of a workbook. */
        sheet?: string;
      };
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
        /** @description Your name for this request, for 24 hours, such as a UUID: sent again under the same one, it is done once and answered as before. In double quotes or without. The body may have its names in another order, a form another boundary and file name; another body, path or query is 422. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description A form with the file; or the list itself, with what is said of it in the query: CSV, an Excel workbook, or text with one address a line (a first line `email` is taken for a header); or JSON. Each may be packed, with `Content-Encoding: gzip`; limits hold for what it unpacks to. */
    requestBody: {
      content: {
        'multipart/form-data': components['schemas']['CreateBatchRequest'];
        'application/json': components['schemas']['CreateBatchFromJsonRequest'];
        'text/csv': string;
        'text/plain': string;
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
      };
    };
    responses: {
      /** @description The batch is stored, and its credits are held. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchCreatedResponse'];
        };
      };
    };
  };
  getBatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path: {
        /** @description Id of the batch. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The batch. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchResponse'];
        };
      };
    };
  };
  downloadBatchResults: {
    parameters: {
      query?: {
        /** @description `csv`; `jsonl`: one JSON object a line, your columns as texts and ours as numbers, truth values and nulls; `xlsx`: an Excel workbook, which goes on in a second sheet where one has no room for more rows. */
        format?: 'csv' | 'jsonl' | 'xlsx';
        /** @description Whether a CSV file starts with a byte order mark, by which Excel knows UTF-8. */
        bom?: boolean;
        /** @description Rows of these statuses only, with commas between them: valid, catch_all, risky, invalid, unknown; `unchecked`: those without one. */
        status?: string;
        /** @description What stands in a row: the file's columns and ours behind them (`all`), the file's alone (`original`), the address and ours (`results`), or the address alone. */
        columns?: 'all' | 'original' | 'results' | 'address';
      };
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path: {
        /** @description Id of the batch. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The caller's columns and rows in their order, with the results in columns behind them. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
          'application/x-ndjson': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        };
      };
    };
  };
  cancelBatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path: {
        /** @description Id of the batch. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The batch, `cancelled`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchResponse'];
        };
      };
    };
  };
  getBatchSummary: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path: {
        /** @description Id of the batch. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The summary, as of now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchSummaryResponse'];
        };
      };
    };
  };
  listBatchRows: {
    parameters: {
      query?: {
        /** @description Rows of these statuses only, with commas between them: valid, catch_all, risky, invalid, unknown, unchecked. */
        status?: string;
        /** @description Rows that hold this in one of their cells, in any case; its first 200 characters count. */
        search?: string;
        /** @description The `next_after` of the page before. */
        after?: string;
        /** @description The most rows on a page. */
        limit?: number;
      };
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path: {
        /** @description Id of the batch. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of rows. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchRowsResponse'];
        };
      };
    };
  };
  downloadBatchZip: {
    parameters: {
      query?: {
        /** @description Whether a CSV file starts with a byte order mark, by which Excel knows UTF-8. */
        bom?: boolean;
        /** @description Rows of these statuses only, with commas between them: valid, catch_all, risky, invalid, unknown; `unchecked`: those without one. */
        status?: string;
        /** @description What stands in a row: the file's columns and ours behind them (`all`), the file's alone (`original`), the address and ours (`results`), or the address alone. */
        columns?: 'all' | 'original' | 'results' | 'address';
      };
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path: {
        /** @description Id of the batch. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description CSV files such as `list_valid.csv`, each as the download of that status. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/zip': string;
        };
      };
    };
  };
  continueBatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
        /** @description Your name for this request, for 24 hours, such as a UUID: sent again under the same one, it is done once and answered as before. In double quotes or without. The body may have its names in another order, a form another boundary and file name; another body, path or query is 422. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the batch. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ContinueBatchRequest'];
      };
    };
    responses: {
      /** @description The new batch, its credits held. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchContinuedResponse'];
        };
      };
    };
  };
  tellFeedbackMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description The message, at most 1 MB; in a form it is the field `file`. */
    requestBody: {
      content: {
        'message/rfc822': string;
        'text/plain': string;
        'application/octet-stream': string;
        'multipart/form-data': {
          /** Format: binary */
          file: string;
        };
      };
    };
    responses: {
      /** @description What it was read as, and how much of it was taken. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FeedbackReportResponse'];
        };
      };
    };
  };
  importFeedback: {
    parameters: {
      query?: {
        /** @description What happened, for rows that do not say it. Left out, such a row is a bounce where it has codes or words (by which the service finds out which kind), else a suppressed address. */
        type?:
          'hard_bounce' | 'soft_bounce' | 'bounce' | 'block' | 'complaint' | 'unsubscribe' | 'suppressed' | 'delivered';
        /** @description For files without a column of times, and rows whose cell there is empty: when it happened. It does not stand in for times that can not be read. Name the same time when you send the file again: rows are told apart by it. */
        occurred_at?: string;
      };
      header?: {
        /** @description Id of the organization to work for, such as 1; the account's default organization when left out. */
        'X-Organization-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': components['schemas']['FeedbackImportRequest'];
      };
    };
    responses: {
      /** @description How many rows were taken, and what is wrong with others. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FeedbackImportResponse'];
        };
      };
    };
  };
  webhook_batch_completed: {
    parameters: {
      query?: never;
      header: {
        /** @description The event: the same in each attempt, by which what comes twice is known. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the HMAC-SHA256, in base64, of `webhook-id.webhook-timestamp.body` with the secret behind `whsec_`, in base64; for a day after a rotation two, with a blank between them. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What happened.
           * @enum {string}
           */
          type: 'batch.completed';
          /**
           * Format: date-time
           * @description When.
           */
          timestamp: string;
          data: {
            /** @description Id of the batch. */
            batch_id: number;
            /** @description What it is called. */
            name: string;
            /** @description Its rows. */
            total_count: number;
            /** @description Those that are answered. */
            processed_count: number;
            /** @description Those that are `valid`. */
            valid_count: number;
            /** @description Those that are `invalid`. */
            invalid_count: number;
            /** @description Those that are `risky` or `catch_all`. */
            risky_count: number;
            /** @description Those that are `unknown`. */
            unknown_count: number;
            /** @description What it cost. */
            credits_used: number;
            /** @description Where there is more of it. */
            links: {
              /** @description The batch. */
              self: string;
              /** @description Its results. */
              download: string;
            };
            /**
             * @description Only of a batch that was sent with a test token.
             * @enum {boolean}
             */
            test?: true;
          };
        };
      };
    };
    responses: {
      /** @description Taken. All else is a failure, after which it is sent again; 410 switches the webhook off. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_batch_cancelled: {
    parameters: {
      query?: never;
      header: {
        /** @description The event: the same in each attempt, by which what comes twice is known. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the HMAC-SHA256, in base64, of `webhook-id.webhook-timestamp.body` with the secret behind `whsec_`, in base64; for a day after a rotation two, with a blank between them. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What happened.
           * @enum {string}
           */
          type: 'batch.cancelled';
          /**
           * Format: date-time
           * @description When.
           */
          timestamp: string;
          data: {
            /** @description Id of the batch. */
            batch_id: number;
            /** @description What it is called. */
            name: string;
            /** @description Its rows. */
            total_count: number;
            /** @description Those that are answered. */
            processed_count: number;
            /** @description Those that are `valid`. */
            valid_count: number;
            /** @description Those that are `invalid`. */
            invalid_count: number;
            /** @description Those that are `risky` or `catch_all`. */
            risky_count: number;
            /** @description Those that are `unknown`. */
            unknown_count: number;
            /** @description What it cost. */
            credits_used: number;
            /** @description Where there is more of it. */
            links: {
              /** @description The batch. */
              self: string;
              /** @description Its results. */
              download: string;
            };
            /**
             * @description Only of a batch that was sent with a test token.
             * @enum {boolean}
             */
            test?: true;
          };
        };
      };
    };
    responses: {
      /** @description Taken. All else is a failure, after which it is sent again; 410 switches the webhook off. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_batch_failed: {
    parameters: {
      query?: never;
      header: {
        /** @description The event: the same in each attempt, by which what comes twice is known. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the HMAC-SHA256, in base64, of `webhook-id.webhook-timestamp.body` with the secret behind `whsec_`, in base64; for a day after a rotation two, with a blank between them. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What happened.
           * @enum {string}
           */
          type: 'batch.failed';
          /**
           * Format: date-time
           * @description When.
           */
          timestamp: string;
          data: {
            /** @description Id of the batch. */
            batch_id: number;
            /** @description What it is called. */
            name: string;
            /** @description Its rows. */
            total_count: number;
            /** @description Those that are answered. */
            processed_count: number;
            /** @description Those that are `valid`. */
            valid_count: number;
            /** @description Those that are `invalid`. */
            invalid_count: number;
            /** @description Those that are `risky` or `catch_all`. */
            risky_count: number;
            /** @description Those that are `unknown`. */
            unknown_count: number;
            /** @description What it cost. */
            credits_used: number;
            /** @description Where there is more of it. */
            links: {
              /** @description The batch. */
              self: string;
              /** @description Its results. */
              download: string;
            };
            /**
             * @description Only of a batch that was sent with a test token.
             * @enum {boolean}
             */
            test?: true;
          };
        };
      };
    };
    responses: {
      /** @description Taken. All else is a failure, after which it is sent again; 410 switches the webhook off. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_credits_low: {
    parameters: {
      query?: never;
      header: {
        /** @description The event: the same in each attempt, by which what comes twice is known. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the HMAC-SHA256, in base64, of `webhook-id.webhook-timestamp.body` with the secret behind `whsec_`, in base64; for a day after a rotation two, with a blank between them. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What happened.
           * @enum {string}
           */
          type: 'credits.low';
          /**
           * Format: date-time
           * @description When.
           */
          timestamp: string;
          data: {
            /** @description Credits that are left. */
            balance: number;
            /** @description From which balance down the organization wants to be warned; null: it does not. */
            warn_below: number | null;
            /** @description Where there is more of it. */
            links: {
              /** @description The balance. */
              balance: string;
            };
          };
        };
      };
    };
    responses: {
      /** @description Taken. All else is a failure, after which it is sent again; 410 switches the webhook off. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_credits_exhausted: {
    parameters: {
      query?: never;
      header: {
        /** @description The event: the same in each attempt, by which what comes twice is known. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the HMAC-SHA256, in base64, of `webhook-id.webhook-timestamp.body` with the secret behind `whsec_`, in base64; for a day after a rotation two, with a blank between them. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What happened.
           * @enum {string}
           */
          type: 'credits.exhausted';
          /**
           * Format: date-time
           * @description When.
           */
          timestamp: string;
          data: {
            /** @description Credits that are left. */
            balance: number;
            /** @description From which balance down the organization wants to be warned; null: it does not. */
            warn_below: number | null;
            /** @description Where there is more of it. */
            links: {
              /** @description The balance. */
              balance: string;
            };
          };
        };
      };
    };
    responses: {
      /** @description Taken. All else is a failure, after which it is sent again; 410 switches the webhook off. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_feedback_block_alarm: {
    parameters: {
      query?: never;
      header: {
        /** @description The event: the same in each attempt, by which what comes twice is known. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the HMAC-SHA256, in base64, of `webhook-id.webhook-timestamp.body` with the secret behind `whsec_`, in base64; for a day after a rotation two, with a blank between them. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What happened.
           * @enum {string}
           */
          type: 'feedback.block_alarm';
          /**
           * Format: date-time
           * @description When.
           */
          timestamp: string;
          data: {
            /** @description Mails that were blocked. */
            blocks_at_least: number;
            /** @description In how many minutes. */
            within_minutes: number;
            /** @description Where there is more of it. */
            links: {
              /** @description The events. */
              events: string;
            };
          };
        };
      };
    };
    responses: {
      /** @description Taken. All else is a failure, after which it is sent again; 410 switches the webhook off. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_feedback_source_failing: {
    parameters: {
      query?: never;
      header: {
        /** @description The event: the same in each attempt, by which what comes twice is known. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the HMAC-SHA256, in base64, of `webhook-id.webhook-timestamp.body` with the secret behind `whsec_`, in base64; for a day after a rotation two, with a blank between them. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What happened.
           * @enum {string}
           */
          type: 'feedback.source_failing';
          /**
           * Format: date-time
           * @description When.
           */
          timestamp: string;
          data: {
            /** @description Id of the source. */
            source_id: number;
            /** @description What is wrong, in a sentence. */
            reason: string;
          };
        };
      };
    };
    responses: {
      /** @description Taken. All else is a failure, after which it is sent again; 410 switches the webhook off. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_token_expiring: {
    parameters: {
      query?: never;
      header: {
        /** @description The event: the same in each attempt, by which what comes twice is known. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the HMAC-SHA256, in base64, of `webhook-id.webhook-timestamp.body` with the secret behind `whsec_`, in base64; for a day after a rotation two, with a blank between them. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What happened.
           * @enum {string}
           */
          type: 'token.expiring';
          /**
           * Format: date-time
           * @description When.
           */
          timestamp: string;
          data: {
            /** @description Id of the token. */
            token_id: string;
            /** @description What it is called. */
            name: string;
            /** @description Its last four characters. */
            hint: string | null;
            /** @description Whose it is. */
            account_id: number;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
            /** @description Where there is more of it. */
            links: {
              /** @description Where a new one is made. */
              tokens: string;
            };
          };
        };
      };
    };
    responses: {
      /** @description Taken. All else is a failure, after which it is sent again; 410 switches the webhook off. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_test: {
    parameters: {
      query?: never;
      header: {
        /** @description The event: the same in each attempt, by which what comes twice is known. */
        'webhook-id': string;
        /** @description When the attempt was made, in seconds since 1970. */
        'webhook-timestamp': string;
        /** @description `v1,` and the HMAC-SHA256, in base64, of `webhook-id.webhook-timestamp.body` with the secret behind `whsec_`, in base64; for a day after a rotation two, with a blank between them. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What happened.
           * @enum {string}
           */
          type: 'test';
          /**
           * Format: date-time
           * @description When.
           */
          timestamp: string;
          data: {
            /** @description Id of the webhook. */
            webhook_id: number;
          };
        };
      };
    };
    responses: {
      /** @description Taken. All else is a failure, after which it is sent again; 410 switches the webhook off. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
