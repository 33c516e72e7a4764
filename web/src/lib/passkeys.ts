// Passkeys by the browser's own helpers: the server says in JSON what it wants, the device signs, and the answer goes
// back as JSON.

import { ApiError, call, type AccountInfo, type Confirmation } from "./api";
import { texts as sayings } from "../texts/account";

export type Answer = Record<string, unknown>;
export type Purpose = "sign in" | "sign up" | "add" | "confirm";

/** Whether this browser has passkeys and reads them from JSON. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** Ask the server for a challenge and the device for an answer. */
export async function answerWith(
  purpose: Purpose,
  more: Confirmation & { name?: string; invitation?: string } = {},
): Promise<Answer> {
  const body = JSON.stringify({ purpose, ...more });
  const { options } = await call<{ options: unknown }>("/api/passkeys/challenge", { method: "POST", body });
  try {
    const made = await (purpose === "add" || purpose === "sign up" ? create(options) : get(options));
    if (!(made instanceof PublicKeyCredential)) throw new ApiError(0, sayings().passkeyNotUsed);
    return { ...made.toJSON() };
  } catch (fault) {
    throw told(fault);
  }
}

function create(options: unknown): Promise<Credential | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return navigator.credentials.create({ publicKey });
}

function get(options: unknown): Promise<Credential | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return navigator.credentials.get({ publicKey });
}

/** What a browser says in its own words, in ours. */
function told(fault: unknown): unknown {
  if (!(fault instanceof DOMException)) return fault;
  return new ApiError(
    0,
    fault.name === "InvalidStateError" ? sayings().passkeyIsHereAlready : sayings().passkeyNotUsed,
  );
}

function send(path: string, body: unknown, method = "POST"): Promise<AccountInfo> {
  return call<AccountInfo>(path, { method, body: JSON.stringify(body) });
}

const at = (id: string): string => `/api/passkeys/${encodeURIComponent(id)}`;

export const signInByPasskey = async (): Promise<AccountInfo> =>
  send("/api/session/passkey", { passkey: await answerWith("sign in") });

export async function signUpByPasskey(name: string, email: string, invitation: string): Promise<AccountInfo> {
  return send("/api/account/passkey", {
    passkey: await answerWith("sign up", { name, invitation }),
    name,
    email,
    invitation,
  });
}

export async function addPasskey(name: string, by: Confirmation): Promise<AccountInfo> {
  return send("/api/passkeys", { passkey: await answerWith("add", by), name });
}

export const renamePasskey = (id: string, name: string): Promise<AccountInfo> => send(at(id), { name }, "PUT");
export const removePasskey = (id: string, by: Confirmation): Promise<AccountInfo> => send(`${at(id)}/remove`, by);
