// Moments as people write them, and the time zone in which they are told: the one that is set in the account, else the browser's. The account's is kept
// in this browser, so that a page knows it before the server has said anything.

const KEY = "sandtable.zone";

function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

const set = $state({ zone: stored() });

/** The zone that the browser is set to. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Note the zone of the account; "" without one, or when somebody signs out. */
export function setZone(zone: string): void {
  set.zone = zone;
  try {
    if (zone) localStorage.setItem(KEY, zone);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage it is known until the page is left.
  }
}

/** The zone in which times are told. */
export function zone(): string {
  return set.zone && isKnown(set.zone) ? set.zone : ownZone();
}

/** Whether this browser knows a zone: an old one may lack what the server has. */
function isKnown(name: string): boolean {
  try {
    return !!new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
}

const LOOKS = {
  day: { dateStyle: "medium" },
  moment: { dateStyle: "medium", timeStyle: "short" },
  deadline: {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  },
} as const;

/** A moment in the zone of one's account, else of the browser. All pages tell times by this. */
export function moment(when: string, look: keyof typeof LOOKS = "moment"): string {
  const at = new Date(when);
  if (Number.isNaN(at.getTime())) return "";
  return at.toLocaleString(document.documentElement.lang || "en", { ...LOOKS[look], timeZone: zone() });
}
