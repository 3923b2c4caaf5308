import { listed } from '../listed-phrases';
import { phrases, phrasesAnywhere } from '../phrases';

const YOUR =
  '(ihr(e[rmns]?)?|dein(e[rmns]?)?|eure?|eure[rmns]|votre|vos|ton|tu|tus|su|sus|vuestr[oa]s?|suo|sua|tuo|tua|vostr[oaie]|seu|teu|uw|jouw|din|ditt|dit|dina|dine|twoj[ae]|tw[oó]j|twojego|pa[nń]stwa|v[aá][sš]|va[sš]e|va[sš]eho|az [oö]n|siz)';
/** As `POSSESSION` of `CLIENT_CONDUCT`. */
const POSSESSION =
  '(\\S{0,20}(konto|kontos|zugang|vertrag|tarif|paket|postfach|adresse)|account|compte|abonnement|adresse|bo[iî]te|messagerie|utilisateur|cuenta|suscripci[oó]n|plan|direcci[oó]n|buz[oó]n|correo|usuario|conta|assinatura|endere[cç]o|caixa|usu[aá]rio|casella|indirizzo|utenza|utente|abbonamento|benutzer|hosting|mail|e.mail|mailadres|adres|postbus|brevl[aå]da|postkasse|postlada|abonnemang|skrzynk|u[zż]ytkownik|[uú][cč]et|schr[aá]nk|fi[oó]k|servi|service|serveur|dienst|tjenest|tj[aä]nst)';

/** The client, its sender and what it has, in languages other than English. */
export const CLIENT_IN_OTHER_LANGUAGES = {
  inLists: listed('client'),
  mention: phrasesAnywhere(
    '(ihr|ihre|ihrer|ihrem|dein|deine) (ip|server|adresse|rechner|netz|provider|mailserver)',
    '(absender|remitente|exp[eé]dit|mittente|remetente|отправител|ваш(его|их|им|ей|а|е|и)? |nadawc|afzender|odes[ií]latel|g[oö]nderen)',
    '(votre|vos) (ip|adresse|serveur|domaine|r[eé]putation|fournisseur|message a)',
    '(tu|su|sus) (ip|servidor|direcci|dominio|reputaci)',
    '(il tuo|tuo|vostro|suo) (ip|server|indirizzo ip|dominio)',
    '(seu|sua|teu) (ip|servidor|endere[cç]o ip|dom[ií]nio)',
  ),
  /** `Ihr Konto`, `votre compte`, `su cuenta`, `uw account`. */
  possession: phrases(`${YOUR} ([\\p{L}'’-]{1,30} ){0,2}?${POSSESSION}`),
  /** `hesabınız`, `あなたの`, `귀하`. */
  possessionAnywhere: phrasesAnywhere(
    '(hesab|adres|kutu|sunucu|alan ad)\\S{0,6}n[iıuü]z',
    'tilisi\\b',
    'teid[aä]n',
    'c[uo]ntul (dvs|dumneavoastr[aă]|t[aă]u)',
    'λογαριασμός σας',
  ),
} as const;
