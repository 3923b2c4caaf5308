import { words } from '../words';

/** Mailboxes of a function, not of a person (RFC 2142 and what the field adds), without separators. */
export const ROLE_NAMES: ReadonlySet<string> = new Set([
  // RFC 2142
  ...words(`info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp
    listrequest listowner listserv majordomo trouble`),
  // Running the place
  ...words(`admin admins administrator administration administrators root sysadmin sysadmins system systems it itsupport
    itdesk ithelpdesk helpdesk servicedesk help tech techsupport technical technicalsupport dns dnsadmin hostmasters domain domains
    domainadmin hosting server servers network networks netadmin mailadmin mailmaster webadmin web website webteam siteadmin
    database dba devops dev developer developers devteam engineering infra infrastructure ops operations operator monitoring
    nagios cron backup daemon mailerdaemon soc cert csirt psirt ssl sslwebmaster ssladmin bugs bug
    registrar registry whois`),
  // Getting in touch
  ...words(`contact contacts contactus contactme hello hi hey office mail email emails mailbox team staff all everyone everybody
    company group enquiries enquiry inquiries inquiry questions question ask feedback suggestions ideas complaints
    complaint general generalinfo information infos reception receptionist frontdesk welcome customer customers clients client
    customercare customerservice customerservices customersupport clientservices clientservice care service services
    concierge community members membership member user users guest guests visitor`),
  // Machines that write
  ...words(`noreply noreplies donotreply donotrespond dontreply nobody devnull notification notifications
    notify alert alerts reminder reminders newsletter newsletters mailing mailinglist mailings list lists bounce bounces unsubscribe
    subscribe subscription subscriptions optout spam phishing reply replies return returnpath autoreply autoresponder robot bot
    automated digest updates update announce announcements`),
  // Departments
  ...words(`hr humanresources job jobs career careers recruiting recruitment recruiter talent hiring apply applications
    training internships internship press media mediarelations pr publicrelations communications comms editor editorial
    editors redaction newsroom legal privacy gdpr dpo dataprotection dataprivacy compliance copyright dmca trademark
    trademarks law lawyers counsel ethics whistleblower billing invoice invoices invoicing bill bills account accounts
    accounting accountspayable accountsreceivable ap ar finance finances financial payroll payment payments pay
    treasury tax taxes audit collections credit procurement purchasing purchase purchases buying supplier suppliers
    vendor vendors order orders ordering shop store webshop onlineshop estore checkout sale selling ecommerce
    booking bookings reservation reservations reserve events event conference webinar tickets ticket tour tours
    travel returns refund refunds warranty repairs repair spares parts shipping shipment shipments delivery deliveries
    logistics dispatch transport warehouse export import stock facilities maintenance production quality qa lab
    research partner partners partnership partnerships affiliate affiliates ads ad advertise advertising advert
    adops sponsor sponsors sponsorship sponsorships donate donations fundraising volunteer volunteers marketingteam
    salesteam presales design designers creative studio product products projects project planning strategy
    investor investors investorrelations ir board chairman president director directors management manager executive
    secretary secretariat headoffice hq ceo cto cfo coo cio cmo founder founders owner library registrar admissions
    admission enrollment enrolment alumni faculty dean principal school students student teachers parents clinic
    nurse doctors appointments appointment pharmacy rentals rental leasing lettings property properties realestate
    quote quotes quotation estimates estimate retail wholesale trade distribution franchise`),
  // German
  ...words(`kontakt buchhaltung vertrieb verkauf einkauf bewerbung bewerbungen personal personalabteilung datenschutz
    datenschutzbeauftragter rechnung rechnungen rechnungswesen zentrale empfang sekretariat verwaltung geschaeftsfuehrung
    geschaeftsleitung kundenservice kundendienst kundenbetreuung anfrage anfragen bestellung bestellungen versand
    werkstatt technik praxis kanzlei redaktion presse karriere ausbildung vorstand verein bibliothek hausverwaltung
    reservierung buchung impressum lager buero rezeption`),
  // French
  ...words(`comptabilite compta commercial commerciale recrutement accueil direction facturation
    facture factures achats achat ventes vente serviceclient serviceclients relationclient relationsclients
    communication juridique rh ressourceshumaines livraison commande commandes devis boutique mairie formation
    reclamation reclamations sav`),
  // Spanish and Portuguese
  ...words(`ventas compras facturacion contabilidad rrhh contacto contactos soporte administracion recepcion clientes
    atencionalcliente pedidos reservas informacion consultas empleo gerencia prensa direccion secretaria cobranzas
    comercial financeiro vendas suporte contato atendimento sac faturamento contabilidade compra administracao
    recursoshumanos rececao encomendas reclamacoes imprensa diretoria ouvidoria`),
  // Italian
  ...words(`ordini amministrazione vendite acquisti contabilita commerciale segreteria assistenza ufficio informazioni
    prenotazioni fatturazione fatture personale stampa direzione clienti lavoraconnoi contatti magazzino logistica`),
  // Dutch, Nordic
  ...words(`verkoop inkoop administratie klantenservice boekhouding receptie vacatures sollicitatie bestellingen facturen
    facturatie secretariaat kundservice ekonomi faktura fakturor ordermottagning kontoret post postmottak salg regnskab bogholderi
    myynti asiakaspalvelu toimisto tilaukset laskutus kontor reklamation`),
  // Polish, Czech, Hungarian, Russian
  ...words(`biuro zamowienia ksiegowosc sprzedaz kadry rekrutacja reklamacje handlowy sklep faktury
    obchod objednavky fakturace podpora uctarna recepce ugyfelszolgalat iroda ertekesites szamlazas megrendeles
    zakaz zakazy prodazhi prodazha buhgalteria buhgalter otdelkadrov kadrovik sekretar priemnaya sklad snab pressa`),
]);
