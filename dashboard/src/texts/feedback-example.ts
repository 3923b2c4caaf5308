/** Our own format, the same in every language. */
export const FEEDBACK_EXAMPLE = `{
  "events": [
    {
      "id": "evt-1",
      "type": "bounce",
      "email": "jane.doe@example.org",
      "occurred_at": "2026-01-05T10:00:00Z",
      "smtp_code": 550,
      "enhanced_code": "5.1.1",
      "diagnostic": "550 5.1.1 User unknown",
      "message_id": "<1@example.com>"
    }
  ]
}`;
