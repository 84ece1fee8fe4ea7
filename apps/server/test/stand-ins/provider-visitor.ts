/**
 * A browser as far as a provider needs one: follows redirects, keeps cookies and fills in the forms of `oidc-provider`'s own pages. Stops
 * where the provider sends it back to.
 */
export class ProviderVisitor {
  readonly #cookies = new Map<string, string>();

  /** Logs in under a name and agrees, or cancels; returns the address that the provider sent the browser back to. */
  async visit(url: string, { login, cancel = false }: { login: string; cancel?: boolean }): Promise<URL> {
    let page = await this.#request(url);
    for (let steps = 0; steps < 20; steps++) {
      const location = page.headers.get('location');
      if (location !== null) {
        const target = new URL(location, page.url);
        if (target.origin !== new URL(url).origin) return target;
        page = await this.#request(target.href);
        continue;
      }
      const html = await page.text();
      const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1];
      if (action === undefined || prompt === undefined) throw new Error(`No form to fill in: ${page.status} ${html}`);
      page =
        cancel && prompt === 'consent'
          ? await this.#request(new URL(`${action}/abort`, page.url).href)
          : await this.#request(new URL(action, page.url).href, { prompt, login, password: 'any' });
    }
    throw new Error('The provider leads round and round.');
  }

  async #request(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}
