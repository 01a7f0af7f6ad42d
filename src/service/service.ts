/**
 * The page's service worker, but for its wiring: answers every request of page and workers with the headers that seal the
 * page, keeps versions side by side, and opens the one that the user chose.
 */

import { chooseAnswer, findFile, headersOf, type Asked, type Found } from './answer';
import {
  INDEX,
  fileOf,
  filesToKeep,
  isHashed,
  keptOf,
  type Build,
  type BuildFile,
  type KeptFile,
} from './build';
import { FileUnavailableError, isContentOf, type Network } from './network';
import type { Asking, KeepFailure, ServiceStatus } from './questions';
import type { Shelf } from './shelf';
import { filesToDrop, versionToOpen, versionsToKeep, type OpenTab } from './versions';

/** Files up to this size are checked each time they are given out, so that the page itself always starts. */
const CHECKED_BYTES = 1_000_000;

/** What is needed of the browser beside cache and network. */
export interface Surroundings {
  /** The tabs in which the page is open. */
  tabs(): Promise<readonly OpenTab[]>;
  /** True while another service worker is about to take this one's place. */
  updating(): boolean;
}

export class Service {
  /** One file is kept after another, whoever asks. */
  private keeping: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly own: Build,
    private readonly scope: string,
    private readonly shelf: Shelf,
    private readonly network: Network,
    private readonly surroundings: Surroundings,
  ) {}

  /**
   * Puts this version beside those that are kept. Of its files only the page itself is fetched now: the rest comes when
   * there is nothing better to do.
   *
   * @throws FileUnavailableError where the server has another page already: the browser tries again at the next visit
   */
  async install(): Promise<void> {
    const index = keptFile(fileOf(this.own, INDEX));
    const content = index && (await this.network.content(index));
    try {
      if (index && content) await this.shelf.put(index, content);
      await this.shelf.addBuild(this.own);
      if ((await this.shelf.chosen()) === null) await this.shelf.choose(this.own.version);
    } catch {
      // Without room nothing is kept, and the page is sealed all the same; `keep` tells the user.
    }
  }

  /** @returns null where the browser is to answer as if there were no service worker */
  answer(asked: Asked): Promise<Response> | null {
    const choice = chooseAnswer(asked, this.scope);
    switch (choice.kind) {
      case 'leave':
        return null;
      case 'refuse':
        return Promise.resolve(Response.error());
      case 'page':
        return this.answerPage();
      case 'file':
        return this.answerFile(choice.path, choice.build);
    }
  }

  /** @throws Error where the version asked about is not known */
  async ask({ question, webgpu }: Asking): Promise<ServiceStatus> {
    let failure: KeepFailure | null = null;
    if (question.kind === 'keep') failure = await this.inTurn(() => this.keep(question.version, webgpu));
    if (question.kind === 'use') await this.shelf.choose((await this.known(question.version)).version);
    if (question.kind === 'check') await this.check(question.version);
    if (question.kind === 'tidy') await this.inTurn(() => this.tidy());
    return this.status(webgpu, failure);
  }

  private async answerPage(): Promise<Response> {
    const build = await this.buildToOpen();
    const index = fileOf(build, INDEX);
    if (!index) return notFound(build);
    try {
      return await this.respond({ build, file: index });
    } catch (error) {
      if (!(error instanceof FileUnavailableError)) throw error;
      // The server has another version already, whose service worker is on its way.
      return error.failure === 'not on the server' ? this.passOn('') : Response.error();
    }
  }

  private async answerFile(path: string, version: string | null): Promise<Response> {
    const found = findFile(path, version, [this.own]) ?? findFile(path, version, await this.otherBuilds());
    try {
      if (found) return await this.respond(found);
      // A page that could not be kept may be of a version that this service worker does not know.
      return isHashed(path) && !(await this.keepsIndex()) ? await this.passOn(path) : notFound(this.own);
    } catch (error) {
      if (!(error instanceof FileUnavailableError)) throw error;
      return error.failure === 'no network' ? Response.error() : notFound(this.own);
    }
  }

  /** @throws FileUnavailableError */
  private async respond(found: Found): Promise<Response> {
    const headers = headersOf(found);
    const file = keptFile(found.file);
    const kept = file && (await this.readKept(file));
    if (kept) return new Response(kept, { headers });
    if (file && !isHashed(file.path)) return new Response(await this.network.content(file), { headers });
    const answer = await this.network.answer(found.file.path);
    return answer.ok ? new Response(answer.body, { headers }) : notFound(found.build);
  }

  /** The content of a file that is kept and not damaged. */
  private async readKept(file: KeptFile): Promise<BodyInit | null> {
    try {
      const kept = await this.shelf.read(file);
      if (!kept || file.bytes > CHECKED_BYTES) return kept?.body ?? null;
      const content = await kept.arrayBuffer();
      if (await isContentOf(file, content)) return content;
      await this.shelf.drop(file.sha256);
    } catch {
      // What cannot be read is as good as not kept.
    }
    return null;
  }

  /** A file of a version that this service worker does not know, under its headers. @throws FileUnavailableError */
  private async passOn(path: string): Promise<Response> {
    const answer = await this.network.answer(path);
    const type = answer.headers.get('Content-Type') ?? 'application/octet-stream';
    return new Response(answer.body, {
      status: answer.status,
      headers: { ...this.own.headers, 'Content-Type': type },
    });
  }

  private async buildToOpen(): Promise<Build> {
    const chosen = await this.chosen();
    if (chosen === null || chosen === this.own.version) return this.own;
    const [build, stored] = await Promise.all([this.shelf.build(chosen), this.shelf.stored()]);
    // What the newest version has too, the server still has.
    const there = new Set([...stored, ...filesToKeep(this.own, true).map(({ sha256 }) => sha256)]);
    // Whether this browser has WebGPU, only its pages know: without that runtime too a version is whole.
    return versionToOpen(this.own, build, (each) => keptOf(each, there, false).missingFiles === 0);
  }

  /** Keeps the first file of a version that is not kept yet. */
  private async keep(version: string, webgpu: boolean): Promise<KeepFailure | null> {
    const build = await this.known(version);
    try {
      if (!(await this.shelf.versions()).has(version)) await this.shelf.addBuild(build);
      const stored = await this.shelf.stored();
      const file = filesToKeep(build, webgpu).find(({ sha256 }) => !stored.has(sha256));
      if (file) await this.shelf.put(file, await this.network.content(file));
      return null;
    } catch (error) {
      return error instanceof FileUnavailableError ? error.failure : 'no room';
    }
  }

  private async check(version: string): Promise<void> {
    const stored = await this.shelf.stored();
    for (const file of filesToKeep(await this.known(version), true)) {
      if (!stored.has(file.sha256)) continue;
      const content = await this.shelf.read(file).then((kept) => kept?.arrayBuffer());
      if (!content || !(await isContentOf(file, content))) await this.shelf.drop(file.sha256);
    }
  }

  private async tidy(): Promise<void> {
    if (this.surroundings.updating()) return;
    const tabs = await this.surroundings.tabs();
    const keep = versionsToKeep(this.own.version, await this.shelf.chosen(), tabs);
    if (keep === null) return;
    for (const version of await this.shelf.versions()) {
      if (!keep.has(version)) await this.shelf.dropBuild(version);
    }
    const dropped = filesToDrop(await this.shelf.stored(), [this.own, ...(await this.otherBuilds())]);
    for (const sha256 of dropped) await this.shelf.drop(sha256);
  }

  private async status(webgpu: boolean, failure: KeepFailure | null): Promise<ServiceStatus> {
    const stored = await this.shelf.stored();
    const builds = [this.own, ...(await this.otherBuilds())];
    return {
      newest: this.own.version,
      chosen: (await this.chosen()) ?? this.own.version,
      kept: Object.fromEntries(builds.map((build) => [build.version, keptOf(build, stored, webgpu)])),
      failure,
    };
  }

  private chosen(): Promise<string | null> {
    return this.shelf.chosen().catch(() => null);
  }

  private async keepsIndex(): Promise<boolean> {
    const index = keptFile(fileOf(this.own, INDEX));
    return index !== null && (await this.readKept(index)) !== null;
  }

  private async otherBuilds(): Promise<Build[]> {
    const versions = await this.shelf.versions().catch(() => new Set<string>());
    const others = [...versions].filter((version) => version !== this.own.version);
    const builds = await Promise.all(others.map((version) => this.shelf.build(version).catch(() => null)));
    return builds.filter((build) => build !== null);
  }

  private async known(version: string): Promise<Build> {
    if (version === this.own.version) return this.own;
    const build = await this.shelf.build(version);
    if (build) return build;
    throw new Error(`Version ${version} of the page is not known.`);
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.keeping.then(work);
    this.keeping = done.catch(() => undefined);
    return done;
  }
}

function keptFile(file: BuildFile | null): KeptFile | null {
  return file !== null && file.sha256 !== null ? { ...file, sha256: file.sha256 } : null;
}

function notFound({ headers }: Build): Response {
  return new Response('This version of the page has no such file.\n', {
    status: 404,
    headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
