import { words } from '../words';

/** Names that turn up in big disposable lists by mistake or malice, and where no throw-away mailbox can be had. */
export const REPUTABLE_DOMAINS: ReadonlySet<string> = new Set(
  words(`google.com microsoft.com apple.com amazon.com facebook.com meta.com linkedin.com twitter.com x.com github.com
    gitlab.com netflix.com paypal.com ebay.com ibm.com oracle.com sap.com salesforce.com adobe.com intel.com nvidia.com
    cisco.com dell.com hp.com samsung.com sony.com siemens.com bosch.com bmw.de volkswagen.de mercedes-benz.com
    onmicrosoft.com cloudflare.com digitalocean.com ovh.com ovh.net hetzner.com hetzner.de ionos.com ionos.de strato.de
    godaddy.com secureserver.net namecheap.com gandi.net infomaniak.com wordpress.com automattic.com mozilla.org
    mozilla.com wikipedia.org wikimedia.org debian.org apache.org kernel.org gnu.org fsf.org eff.org ieee.org acm.org
    bbc.co.uk nytimes.com washingtonpost.com theguardian.com reuters.com bloomberg.com spiegel.de lemonde.fr
    alibaba.com alibaba-inc.com tencent.com baidu.com bytedance.com huawei.com yandex-team.ru
    protonmail.com mailchimp.com sendgrid.net sendgrid.com mailgun.com mailgun.org sparkpost.com postmarkapp.com
    zendesk.com freshdesk.com intercom.io slack.com atlassian.com dropbox.com zoom.us stripe.com shopify.com squareup.com
    harvard.edu mit.edu stanford.edu berkeley.edu yale.edu princeton.edu columbia.edu cornell.edu ox.ac.uk cam.ac.uk
    imperial.ac.uk ucl.ac.uk ethz.ch epfl.ch tum.de lmu.de utoronto.ca mcgill.ca unimelb.edu.au u-tokyo.ac.jp
    ubicloud.com lendscape.com
    nasa.gov nih.gov un.org who.int worldbank.org nato.int`),
);

/** Companies whose sub-domains hand out throw-away relays, and whose own people do not. */
export const REPUTABLE_WITHOUT_SUBDOMAINS: ReadonlySet<string> = new Set(['craigslist.org']);

/** Registries that give names to schools, governments and treaties only. */
export const REPUTABLE_SUFFIXES = /\.(?:edu|gov|mil|int|ac\.uk|gov\.uk|edu\.au|gov\.au|ac\.jp|go\.jp|ac\.nz|govt\.nz|ac\.at|gv\.at|gc\.ca)$/;
