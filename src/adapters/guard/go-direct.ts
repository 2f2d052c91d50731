import { Agent, setGlobalDispatcher } from 'undici';

/**
 * Lets the global fetch, which the SDKs of model and mail use, go straight to the origin that the operator set (P15). Started
 * with NODE_USE_ENV_PROXY=1 Node would send it, key and all, to whatever HTTP_PROXY or HTTPS_PROXY names.
 */
export function goDirect(): void {
  setGlobalDispatcher(new Agent());
}
