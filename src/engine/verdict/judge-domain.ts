import type { DomainFacts } from './facts';
import { invalid, unknown, type Judgement } from './judgement';

const layer = 'dns';

/** What the domain alone decides, or null when its mail hosts are to be asked. */
export function judgeDomain(domain: DomainFacts): Judgement | null {
  switch (domain.kind) {
    case 'hosts':
      return null;
    case 'not_found':
      return invalid('domain_not_found', { confidence: 1, layer });
    case 'special_use':
      // Nobody can own a mailbox there: no question is asked (RFC 2606, RFC 6761).
      return invalid('domain_not_found', { confidence: 1, layer });
    case 'no_data':
    case 'no_usable_hosts':
      return invalid('no_mail_server', { confidence: 2, layer });
    case 'null_mx':
      return invalid('does_not_accept_mail', { confidence: 1, layer });
    case 'unroutable':
    case 'address_literal':
      return invalid('unroutable_ip_address', { confidence: 3, layer });
    case 'error':
      return unknown('dns_error', { confidence: 25, retryable: true, layer });
    case 'timeout':
      return unknown('dns_timeout', { confidence: 25, retryable: true, layer });
    case 'deadline':
      return unknown('timeout_exceeded', { confidence: 40, layer });
    case 'out_of_resources':
      return unknown('exception_occurred', { confidence: 40, retryable: true, layer });
    case 'exception':
      return unknown('exception_occurred', { confidence: 40, layer });
  }
}
