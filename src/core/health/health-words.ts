/** A short beginning that says sorry or names a number: "Oops! …", "404: …", "Przepraszamy, …". */
const FRONT = String.raw`^(?:[\p{L}\p{M} ]{2,24}[,!.…]+\s*|(?:error |erro |errore |błąd |chyba |hata |ошибка |помилка |σφάλμα )?404\s*[:|–—-]*\s*)?`;
const END = String.raw`[\s!.…。！]*$`;

function whole(...phrases: readonly string[]): RegExp {
  return new RegExp(`${FRONT}(?:${phrases.join('|')})${END}`, 'iu');
}

/** The whole of a title's part or of a heading, in the languages that are not in health-marks.ts as well. */
export const NOT_FOUND_ABROAD = whole(
  '(?:errore|erro|błąd|chyba|hata|ошибка|помилка|fout|fel|fejl|feil|virhe|eroare|σφάλμα|エラー|错误|오류|خطأ|שגיאה) ?404',
  '(?:la )?pagina (?:richiesta )?(?:non (?:è stata )?trovata|non esiste|nu a fost găsită|nu există)|pagină negăsită',
  '(?:deze |de )?pagina (?:is )?(?:niet gevonden|bestaat niet(?: meer)?)',
  '(?:a |esta )?página (?:não (?:foi )?encontrada|não existe|inexistente)',
  'nie znaleziono (?:takiej )?strony|strona (?:nie (?:została )?znaleziona|nie istnieje)|nie ma takiej strony|strony nie znaleziono',
  'sidan (?:hittades inte|kunde inte hittas|finns inte(?: längre)?|saknas)|vi hittar inte sidan',
  'siden (?:blev|ble) ikke (?:fundet|funnet)|siden (?:findes|finnes|eksisterer) ikke|fant ikke siden|siden kunne ikke findes',
  'sivua ei (?:löydy|löytynyt|ole olemassa)',
  'stránka (?:nebyla nalezena|nenalezena|neexistuje|nebola nájdená|nenájdená|sa nenašla)|stránku se nepodařilo najít',
  'az? (?:keresett )?oldal nem (?:található|létezik)',
  '(?:aradığınız )?sayfa (?:bulunamadı|mevcut değil)',
  '(?:такая )?(?:страница|сторінк[ау]) не (?:найдена|существует|знайден[ао]|існує)',
  'η σελίδα (?:δεν βρέθηκε|δεν υπάρχει)',
  '(?:お探しの|ご指定の)?ページ(?:が|は)(?:見つかりません(?:でした)?|存在しません)',
  '(?:您(?:访问|查找)的)?(?:页面|頁面)(?:未找到|不存在|找不到)|找不到(?:该|您要的)?(?:页面|頁面)',
  '(?:요청하신 )?페이지를 찾을 수 없습니다|존재하지 않는 페이지(?:입니다)?',
  'الصفحة غير موجودة|لم يتم العثور على الصفحة|ה?(?:דף|עמוד) (?:המבוקש )?(?:לא נמצא|אינו קיים)',
);

/** A heading that says nothing else than that the site cannot answer now: maintenance, overload, an error. */
export const UNABLE = whole(
  "we(?:'|’)?(?:ll| will) be (?:right )?back(?: soon| shortly)?|(?:we are |we're |site |our site is )?(?:down for|under|undergoing) (?:scheduled )?maintenance|(?:service )?(?:temporarily|currently) unavailable|service unavailable|too many requests|(?:we are |we're )?experiencing (?:high|heavy|unusually high) (?:traffic|load|demand)|something went wrong|an (?:unexpected )?error (?:has )?occurred|internal server error|you are (?:now )?in (?:the )?(?:queue|line)",
  '(?:wir führen )?wartungsarbeiten(?: durch)?|wir sind (?:gleich|bald|in kürze) (?:wieder|zurück)(?: (?:da|für sie da))?|(?:diese |die )?(?:seite|website) wird (?:gerade |derzeit )?gewartet|(?:vorübergehend|derzeit) nicht (?:verfügbar|erreichbar)|zu viele (?:anfragen|zugriffe)|(?:es ist )?ein fehler (?:ist )?aufgetreten|etwas ist schiefgelaufen',
  "(?:site |le site est )?en maintenance|maintenance en cours|nous revenons (?:très )?(?:vite|bientôt)|service (?:temporairement |momentanément )?indisponible|trop de (?:visiteurs|requêtes)|une erreur (?:est survenue|s’est produite|s'est produite)",
  '(?:sitio |estamos )?en mantenimiento|volvemos (?:pronto|enseguida)|servicio (?:temporalmente )?no disponible|demasiadas (?:solicitudes|visitas)|(?:ha ocurrido|se ha producido) un error|algo salió mal',
  '(?:sito )?in manutenzione|torniamo (?:presto|subito)|servizio (?:temporaneamente )?non disponibile|si è verificato un errore|troppe richieste|qualcosa è andato storto',
  '(?:in onderhoud|onderhoudswerkzaamheden)|we zijn (?:zo|snel|binnenkort) terug|tijdelijk niet beschikbaar|er is (?:iets misgegaan|een fout opgetreden)|te veel verzoeken',
  '(?:site )?em manutenção|voltamos (?:já|em breve)|serviço (?:temporariamente )?indisponível|ocorreu um erro|algo deu errado|muitos acessos',
  'przerwa techniczna|(?:trwają )?prace (?:serwisowe|konserwacyjne|techniczne)|(?:serwis|strona) (?:jest )?(?:chwilowo|tymczasowo) (?:niedostępny|niedostępna)|(?:zaraz )?wracamy(?: wkrótce| niebawem)?|wystąpił błąd|coś poszło nie tak|zbyt wiele żądań',
  'underhåll pågår|(?:sidan|webbplatsen) är tillfälligt (?:nere|otillgänglig)|vi är (?:snart|strax) tillbaka|något gick fel|ett fel (?:har )?uppst(?:od|ått)',
  '(?:vedligeholdelse|vedlikehold)(?: pågår)?|vi er (?:snart|straks) (?:tilbage|tilbake)|(?:noget|noe) gikk? galt|(?:der|det) (?:er |har )?opp?stod?(?:ået|ått)? en (?:fejl|feil)|midlertidigt? (?:utilgængelig|utilgjengelig)',
  'huoltokatko|palaamme pian|jotain meni (?:vikaan|pieleen)|palvelu ei ole (?:juuri nyt )?käytettävissä|tapahtui virhe|ruuhkaa',
  '(?:probíhá |prebieha )?(?:údržba|odstávka)(?: webu| stránek| stránok)?|(?:brzy|čoskoro) (?:jsme|sme|budeme) (?:zpět|späť)|(?:došlo k chybě|nastala chyba|vyskytla sa chyba)|(?:dočasně|dočasne) nedostupn[éýá]',
  'karbantartás(?: alatt)?|hamarosan visszatérünk|hiba történt|átmenetileg nem elérhető',
  '(?:site )?în mentenanță|revenim (?:în curând|imediat)|a (?:apărut|intervenit) o eroare|(?:temporar indisponibil|indisponibil temporar)',
  'bakım (?:çalışması|modu|çalışmaları)|bakımdayız|sitemiz bakımda|(?:kısa süre sonra|yakında|birazdan) (?:döneceğiz|buradayız)|bir (?:hata|sorun) oluştu|yoğunluk (?:var|yaşıyoruz|nedeniyle)',
  '(?:ведутся |проводятся )?(?:технические|профилактические) работы|сайт на обслуживании|(?:мы )?скоро верн[её]мся|сервис (?:временно )?недоступен|(?:произошла|возникла) ошибка|слишком много запросов|что-то пошло не так',
  '(?:проводяться )?технічні роботи|(?:ми )?скоро повернемо(?:сь|ся)|сервіс (?:тимчасово )?недоступний|(?:сталася|виникла) помилка|щось пішло не так',
  '(?:εργασίες συντήρησης|υπό συντήρηση)|επιστρέφουμε σύντομα|προσωρινά μη διαθέσιμ[οηι]|(?:παρουσιάστηκε|προέκυψε) (?:κάποιο )?σφάλμα',
  '(?:ただいま|現在)?アクセスが(?:大変)?集中して(?:おります|います)|(?:ただいま|現在)?(?:システム|サーバー)?メンテナンス中(?:です)?|メンテナンスのお知らせ|(?:大変)?混み合って(?:おります|います)|(?:現在|一時的に)?ご利用(?:いただけません|になれません)|エラーが発生しました|しばらくお待ちください',
  '(?:系统|网站|系統|網站)(?:维护|升级|維護|升級)中?|(?:访问|當前|当前)(?:人数|量)(?:过多|过大)|(?:服务器|系统|系統)繁忙|服务暂时不可用|出错了|发生错误',
  '(?:시스템|서버|서비스) ?점검 ?(?:중|안내)(?:입니다)?|접속자?(?:이|가) (?:많아|폭주|몰려).{0,20}|(?:현재 )?서비스를 이용할 수 없습니다|일시적인 오류.{0,12}|오류가 발생했습니다',
  '(?:الموقع )?(?:قيد|تحت) الصيانة|سنعود قريب[اً]*|حدث خطأ(?: ما)?|الخدمة غير متاحة',
  '(?:האתר )?בתחזוקה|עבודות תחזוקה|נחזור (?:בקרוב|מיד)|אירעה שגיאה|משהו השתבש|השירות אינו זמין',
);

export const PASSWORD =
  /password|passwort|kennwort|mot de passe|contraseña|senha|palavra-passe|wachtwoord|hasło|lösenord|adgangskode|kodeord|passord|salasana|heslo|jelszó|parol[aăe]|şifre|parola|пароль|κωδικό|パスワード|密码|密碼|비밀번호|كلمة (?:المرور|السر)|סיסמ[הא]/iu;
export const LOG_IN =
  /(?<!\p{L})(?:log ?in|sign ?in|anmelden|anmeldung|einloggen|se connecter|connexion|iniciar sesión|accedi|accesso|inloggen|aanmelden|entrar|iniciar sessão|zaloguj(?: się)?|logowanie|logga in|log ind|logg inn|kirjaudu(?: sisään)?|přihlásit(?: se)?|přihlášení|prihlásiť(?: sa)?|prihlásenie|bejelentkezés|autentificare|conectare|giriş(?: yap)?|oturum aç|войти|вход|увійти|вхід|σύνδεση|είσοδος|تسجيل الدخول|התחבר(?:ות)?|כניסה)(?!\p{L})|ログイン|登录|登入|로그인/iu;

/** Words of a wall in a text that is nothing else. */
export const WALL_ABROAD =
  /(?:bestätigen sie, dass sie (?:ein mensch|kein roboter) sind)|(?:vérifi(?:ez|er|ons) que vous (?:êtes|n[’']êtes pas)(?: un)? (?:humain|robot))|verifi(?:que|ca) que (?:eres|usted es) (?:un )?humano|verifica di (?:essere umano|non essere un robot)|bevestig dat (?:je|u) (?:een mens|geen robot) bent|(?:confirme|verifique) que (?:você )?(?:é humano|não é um robô)|potwierdź,? że (?:jesteś człowiekiem|nie jesteś robotem)|(?:bekräfta|bekræft|bekreft) att? du (?:är|er) (?:en )?(?:människa|menneske|ikke en robot|inte en robot)|vahvista,? että (?:olet ihminen|et ole robotti)|(?:ověřte|potvrďte|overte),? že (?:jste člověk|nejste robot|ste človek|nie ste robot)|(?:igazolja|erősítse meg), hogy (?:ember|nem robot)|(?:verificați|confirmați) că (?:sunteți om|nu sunteți robot)|(?:insan|robot) olmadığınızı|insan olduğunuzu doğrula|подтвердите,? что вы (?:не робот|человек)|підтвердьте,? що ви (?:не робот|людина)|επιβεβαιώστε ότι (?:είστε άνθρωπος|δεν είστε ρομπότ)|ロボットではない|人間であることを確認|(?:请|請)?(?:完成|进行)?(?:安全验证|人机验证|安全驗證)|로봇이 아닙니다|사람인지 확인|تحقق من أنك (?:إنسان|لست روبوت)|אמת שאתה (?:אנושי|לא רובוט)|доступ (?:запрещ[её]н|заборонено)|zugriff verweigert|accès refusé|acceso denegado|accesso negato|toegang geweigerd|acesso negado|odmowa dostępu|přístup odepřen|erişim engellendi|アクセスが拒否/iu;
