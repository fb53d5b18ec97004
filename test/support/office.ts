import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const doctype = '<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">';
const named = 'xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic"';

/** Accepts the tracked changes of each file of a folder, and stores its text beside it. */
const macro = `
Sub Accept(folder As String)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  Dim asText(1) As New com.sun.star.beans.PropertyValue
  Dim none()
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  asText(0).Name = "FilterName"
  asText(0).Value = "Text (encoded)"
  asText(1).Name = "FilterOptions"
  asText(1).Value = "UTF8,LF"
  dispatcher = createUnoService("com.sun.star.frame.DispatchHelper")
  name = Dir(folder &amp; "/*.docx", 0)
  Do While name &lt;&gt; ""
    document = StarDesktop.loadComponentFromURL("file://" &amp; folder &amp; "/" &amp; name, "_blank", 0, hidden())
    dispatcher.executeDispatch(document.CurrentController.Frame, ".uno:AcceptAllTrackedChanges", "", 0, none())
    document.storeToURL("file://" &amp; folder &amp; "/" &amp; name &amp; ".txt", asText())
    document.close(True)
    name = Dir()
  Loop
  StarDesktop.terminate()
End Sub
`;

/** LibreOffice with a profile of its own, and the macro that accepts changes. */
export class Office {
  readonly #profile: string;

  private constructor(profile: string) {
    this.#profile = profile;
  }

  static async in(folder: string): Promise<Office> {
    const profile = join(folder, 'accepting');
    // A new profile has a library with one empty module.
    await run('soffice', [`-env:UserInstallation=file://${profile}`, '--headless', '--terminate_after_init']);
    const module = `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}\n<script:module ${named}>${macro}</script:module>`;
    await writeFile(join(profile, 'user', 'basic', 'Standard', 'Module1.xba'), module);
    return new Office(profile);
  }

  /** The paragraphs of Word files of a folder when all tracked changes are accepted. */
  async accepted(folder: string, names: readonly string[]): Promise<string[][]> {
    const script = `macro:///Standard.Module1.Accept("${folder}")`;
    await run('soffice', [`-env:UserInstallation=file://${this.#profile}`, '--headless', '--norestore', script]);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, `${name}.txt`), 'utf8')));
    const linesOf = (text: string) => text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
    return texts.map((text) => linesOf(text).filter((line) => line !== ''));
  }
}
