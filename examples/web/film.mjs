// SPDX-License-Identifier: MIT OR Unlicense
// film.mjs - the film at the top of README.md: the page's first scene, driven by a mouse in Chromium.
//
// Run:   make film       which builds the page, and brings Chromium, playwright-core, ImageMagick and img2webp
//        node film.mjs FOLDER OUT
// FOLDER has the page; the pictures go to FOLDER/film, the film to OUT. The page's clock is ours: each
// picture is taken when 1/12 s has passed in the page, however long it took. The film ends with the
// moment with which it begins, because the session is turned back to its first step.
import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

const [folder, out] = process.argv.slice(2), dir = resolve(folder), shots = `${dir}/film`;
const { chromium } = createRequire(`${dir}/`)('playwright-core');
const RATE = 12, COLORS = 27, WIDTH = 640, HEIGHT = 400;
rmSync(shots, { recursive: true, force: true });
mkdirSync(shots, { recursive: true });

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });

// Time passes by tick() only; within a tick it is the real one, so that the page can measure its steps.
await page.addInitScript(() => {
    const real = performance.now.bind(performance);
    let now = 1000, since = real(), calls = [];
    performance.now = () => now + real() - since;
    window.requestAnimationFrame = (f) => calls.push(f);
    window.tick = (ms) => {
        const list = calls;
        calls = [];
        now += ms;
        since = real();
        for (const f of list) f(now);
    };
});
await page.goto(`file://${dir}/verlet2d.html`);
await page.waitForFunction(() => window.verlet2d !== undefined);
// The line of time has room here, the meter has not; and screenshots show no pointer: this one is ours.
await page.addStyleTag({ content: `* { transition: none !important; animation: none !important; }
    #timeline { display: block !important; margin-bottom: -3px; } #crowdline { display: none !important; }
    #meter { zoom: 0.7; } #badge { top: 14px !important; bottom: auto !important; }
    #pointer { position: fixed; width: 30px; height: 30px; z-index: 9; pointer-events: none; fill: #fff; stroke: #2a3342;
        stroke-width: 1.5; stroke-linejoin: round; filter: drop-shadow(0 1px 2px rgba(42, 51, 66, .35)); }` });
await page.evaluate(() => {
    for (let i = 0; i < 200; ++i) window.verlet2d.step(); // so that the module is compiled for speed
    window.verlet2d.begin(0);
    dispatchEvent(new Event('resize'));
    window.tick(0);
    const pointer = document.createElement('div');
    pointer.id = 'pointer';
    document.body.append(pointer);
    window.point = (x, y, tool) => { // with the icon of the tool; its tip is at (x, y)
        if (pointer.tool !== tool) pointer.innerHTML = document.querySelector(`#${tool} svg`).outerHTML;
        pointer.tool = tool;
        const tip = tool === 'knife' ? [25, 5] : [15, 12];
        pointer.style.transform = `translate(${x - tip[0]}px, ${y - tip[1]}px)`;
    };
});

let taken = 0, at = [320, 270], tool = 'hand';
async function shoot() {
    await page.evaluate(([x, y, t]) => window.point(x, y, t), [...at, tool]);
    await page.screenshot({ path: `${shots}/${String(taken++).padStart(4, '0')}.png` });
    await page.evaluate((ms) => window.tick(ms), 1000 / RATE);
}
async function wait(seconds) {
    for (let i = 0; i < Math.round(seconds * RATE); ++i) await shoot();
}
const screen = (x, y) => page.evaluate(([a, b]) => window.verlet2d.toScreen(a, b), [x, y]);
const middle = async (id) => {
    const box = await page.locator(`#${id}`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
};
// To a place on the screen; `parts` moves of the mouse a picture.
async function go(to, seconds, parts = 1) {
    const from = at, count = Math.max(1, Math.round(seconds * RATE));
    for (let i = 1; i <= count * parts; ++i) {
        const t = i / (count * parts), s = t * t * (3 - 2 * t);
        at = [from[0] + (to[0] - from[0]) * s, from[1] + (to[1] - from[1]) * s];
        await page.mouse.move(...at);
        if (i % parts === 0) await shoot();
    }
}
async function drag(from, ...places) { // places: [x, y, seconds]
    await go(await screen(...from), 0.3);
    await page.mouse.down();
    for (const [x, y, seconds] of places) await go(await screen(x, y), seconds);
    await page.mouse.up();
}
async function press(id, seconds) {
    await go(await middle(id), seconds);
    await page.mouse.down();
    await page.mouse.up();
    tool = id;
}
async function cut(from, to, seconds) {
    await go(await screen(...from), 0.3);
    await page.mouse.down();
    await go(await screen(...to), seconds, 4);
    await page.mouse.up();
}

await wait(0.2);
await drag([-3.2, 2.1], [-4.6, 4.6, 0.6], [-1.2, 5.2, 0.5]);
await press('knife', 0.3);
await cut([-2.4, 7.2], [2.9, 7.0], 0.4);
await cut([3.6, 6.6], [8.2, 6.4], 0.4);
await press('hand', 0.35);
await drag([1.1, 1.1], [0.6, 5.4, 0.7], [-2.6, 4.0, 0.35]);
await wait(0.5);
await go(await middle('rewind'), 0.3);
await page.mouse.down();
for (let i = 0; i < 10 * RATE && await page.evaluate('verlet2d.c.page_now() > 0'); ++i) await shoot();
await wait(0.2);
await browser.close();

// Few colours, the same in all pictures, so that what does not move costs nothing and stays sharp.
const run = (program, ...words) => execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });
const pictures = Array.from({ length: taken }, (_, i) => `${shots}/${String(i).padStart(4, '0')}.png`);
run('convert', ...pictures.filter((_, i) => i % 16 === 0), '-append', '+dither', '-colors', String(COLORS), '-unique-colors', `${dir}/colors.png`);
for (let i = 0; i < taken; i += 16) run('mogrify', '+dither', '-remap', `${dir}/colors.png`, ...pictures.slice(i, i + 16));
run('img2webp', '-loop', '0', '-lossless', '-q', '100', '-m', '6', '-d', String(Math.round(1000 / RATE)), ...pictures, '-o', out);
console.log(`${out}: ${taken} pictures, ${statSync(out).size} bytes`);
