// SPDX-License-Identifier: MIT OR Unlicense
// test.mjs - the page in Chromium, as somebody would use it. Ends with one line "N passed, N failed".
//
// Run:   tests/page.sh       which brings playwright-core, and native programs to compare hashes with
//        node test.mjs FOLDER REPLAY...
// FOLDER has the page; pictures of all scenes go there. Each REPLAY is a command that replays a session.
import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { resolve } from 'node:path';

const [folder, ...replays] = process.argv.slice(2), dir = resolve(folder);
const { chromium } = createRequire(`${dir}/`)('playwright-core');
const url = `file://${dir}/verlet2d.html`;
mkdirSync(`${dir}/pictures`, { recursive: true });

let passed = 0, failed = 0;
const check = (good, what) => {
    if (good) passed += 1;
    else failed += 1, console.log(`page: ${what}`);
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const complaints = [], requests = [];

async function open(options = {}, hash = '') {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options }), page = await context.newPage();
    page.on('console', (m) => ['error', 'warning'].includes(m.type()) && complaints.push(m.text()));
    page.on('pageerror', (e) => complaints.push(e.message));
    page.on('request', (r) => !/^(file|data|blob):/.test(r.url()) && requests.push(r.url()));
    await page.goto(url + hash);
    await page.waitForFunction(() => window.verlet2d !== undefined && window.verlet2d.state.frame > 2);
    return page;
}

const state = (page) => page.evaluate(() => {
    const { c, state: s, hash } = window.verlet2d;
    return { now: c.page_now(), end: c.page_end(), oldest: c.page_oldest(), hash: hash(), checked: s.checked, wrong: s.wrong,
             reference: s.reference, bodies: c.page_count(0), points: c.page_count(1), joints: c.page_count(3), inputs: c.page_inputs(),
             rewinding: s.rewinding, paused: s.paused, scale: window.verlet2d.view.scale };
});
const screen = (page, x, y) => page.evaluate(([a, b]) => window.verlet2d.toScreen(a, b), [x, y]);
const until = async (page, test, what) => {
    try {
        await page.waitForFunction(test, undefined, { timeout: 20000 });
    } catch {
        check(false, what);
    }
};
// Waits until as many steps more are made: a slow machine takes its time.
const run = async (page, count) => {
    const from = await page.evaluate('verlet2d.c.page_now()');
    await page.waitForFunction((to) => window.verlet2d.c.page_now() >= to, from + count, { timeout: 20000 });
};
const steps = (page, count) => page.evaluate((n) => {
    for (let i = 0; i < n; ++i) window.verlet2d.step();
}, count);

// The corners of what is drawn of a body that is in a place, as [x, y].
const bodyAt = (page, x, y, reach = 1) => page.evaluate(([px, py, r]) => {
    const { c } = window.verlet2d, n = c.page_draw(0, 1), f = new Float32Array(c.memory.buffer, c.page_floats(), n);
    let best = null, least = r;
    for (let i = 0; i < n;) {
        const size = [4 + 2 * f[i + 3], 7, 7, 6, 6, 4 + 2 * f[i + 3], 5, 9, 6, 7, 6][f[i]], kind = f[i + 1] >> 3 & 7;
        if (f[i] === 0 && kind === 2) {
            let mx = 0, my = 0;
            for (let k = 0; k < f[i + 3]; ++k) mx += f[i + 4 + 2 * k] / f[i + 3], my += f[i + 5 + 2 * k] / f[i + 3];
            const d = Math.hypot(mx - px, my - py);
            if (d < least) least = d, best = [mx, my];
        }
        i += size;
    }
    return best;
}, [x, y, reach]);

// ---- the file, and what one sees first -------------------------------------------------------------

const file = readFileSync(`${dir}/verlet2d.html`);
check(file.length <= 900 * 1024, `the file has ${file.length} bytes`);
check(gzipSync(file, { level: 9 }).length <= 360 * 1024, `by gzip it has ${gzipSync(file, { level: 9 }).length} bytes`);

const page = await open(), first = await state(page);
const names = await page.evaluate('Object.keys(DATA.hashes)');
check(names.length === 15, `there are ${names.length} scenes`);
await until(page, () => window.verlet2d.c.page_now() > 60, 'the first scene does not run');
let now = await state(page);
check(now.hash !== first.hash, 'the first scene does not move');
check(now.checked >= 2 && now.wrong === 0, `${now.checked} hashes agree with native ones, ${now.wrong} do not`);
check(await page.evaluate(() => document.querySelector('#meter').classList.contains('good')), 'the hash is not ticked');

// ---- dragging --------------------------------------------------------------------------------------

const crate = await bodyAt(page, -1.65, 0.3);
let at = await screen(page, ...(crate ?? [0, 0]));
await page.mouse.move(at[0], at[1]);
await page.mouse.down();
const goal = [0.4, 5.4], to = await screen(page, ...goal);
for (let i = 1; i <= 12; ++i) await page.mouse.move(at[0] + (to[0] - at[0]) * i / 12, at[1] + (to[1] - at[1]) * i / 12), await page.waitForTimeout(30);
await run(page, 40);
const held = await bodyAt(page, ...goal, 0.6);
check(held !== null, 'the crate does not follow the pointer');
check((await state(page)).inputs > 5, 'the pointer makes no inputs');
await page.screenshot({ path: `${dir}/pictures/drag.png` });
await page.mouse.up();
await run(page, 3);
check((await state(page)).reference === null, 'a touched scene still claims to be the recorded one');

// ---- cutting ---------------------------------------------------------------------------------------

await page.keyboard.press('k');
now = await state(page);
const swipe = async (from, towards) => {
    const [a, b] = [await screen(page, ...from), await screen(page, ...towards)];
    await page.mouse.move(a[0], a[1]);
    await page.mouse.down();
    for (let i = 1; i <= 10; ++i) await page.mouse.move(a[0] + (b[0] - a[0]) * i / 10, a[1] + (b[1] - a[1]) * i / 10), await page.waitForTimeout(16);
    await page.mouse.up();
    await run(page, 3);
};
await swipe([-2.6, 8.2], [1.2, 8.05]);
await swipe([1.2, 7.6], [-2.6, 7.7]);
const chain = await state(page);
check(chain.joints < now.joints, `the knife cuts no chain: ${now.joints} joints, then ${chain.joints}`);
// A rope and a cloth: each edge that is cut gets two ends there.
await swipe([1.2, 7.9], [2.8, 7.7]);
await swipe([3.9, 6.9], [8.4, 6.6]);
const cloth = await state(page);
check(cloth.points >= chain.points + 16, `the knife makes ${cloth.points - chain.points} new points of rope and cloth`);
await page.screenshot({ path: `${dir}/pictures/cut.png` });
await page.keyboard.press('h');

// ---- things to drop, blasts, the crowd -------------------------------------------------------------

await page.keyboard.press('b');
now = await state(page);
for (let i = 0; i < 6; ++i) {
    await page.locator('#things button').nth(i).click();
    at = await screen(page, -6 + 1.4 * i, 7.5);
    await page.mouse.click(at[0], at[1]);
    await run(page, 2);
}
await run(page, 3);
let after = await state(page);
check(after.bodies >= now.bodies + 12 && after.points > now.points, 'not all things drop');
await page.keyboard.press('h');
await page.locator('#crowd').fill('40');
await run(page, 30);
check((await state(page)).bodies >= after.bodies + 40, 'no crowd comes');

// ---- the hash after 600 steps: here and natively ---------------------------------------------------

await page.keyboard.press('Space');
await page.waitForTimeout(60);
now = await state(page);
check(now.paused, 'the space bar does not pause');
await page.waitForTimeout(150);
check((await state(page)).now === now.now, 'it runs on in the pause');
await page.keyboard.press('.');
await page.waitForTimeout(60);
check((await state(page)).now === now.now + 1, 'one step is not one step');
await steps(page, Math.max(0, 600 - now.now - 1)); // a slow machine may be beyond it
now = await state(page);
const session = await page.evaluate(() => {
    const { c } = window.verlet2d, size = c.page_encode(c.page_now());
    return Array.from(new Uint8Array(c.memory.buffer, c.page_bytes(), size));
});
writeFileSync(`${dir}/session.bin`, Buffer.from(session));
for (const replay of replays) {
    const [program, ...words] = replay.split(' ');
    const hash = execFileSync(program, [...words, 'run', '0', String(now.now), `${dir}/session.bin`]).toString().trim();
    check(hash === now.hash, `after ${now.now} steps ${replay} has the hash ${hash}, Chromium has ${now.hash}`);
}
check(replays.length > 0 && session.length > 50, `a session of ${session.length} bytes, ${replays.length} native programs`);

// ---- backwards -------------------------------------------------------------------------------------

const recorded = {};
await page.keyboard.press('Space');
for (let i = 0; i < 25; ++i) {
    const m = await state(page);
    recorded[m.now] = m.hash;
    await page.waitForTimeout(20);
}
const top = await state(page);
await page.keyboard.down('r');
await page.waitForFunction((to) => window.verlet2d.c.page_now() < to, top.now - 20, { timeout: 20000 }).catch(() => {});
now = await state(page);
check(now.rewinding && now.now < top.now - 20 && now.end >= top.now, `R goes back from ${top.now} to ${now.now}`);
await page.screenshot({ path: `${dir}/pictures/rewind.png` });
const past = await page.evaluate((wanted) => wanted.map((step) => {
    window.verlet2d.c.page_show(step);
    return window.verlet2d.hash();
}), Object.keys(recorded).map(Number));
Object.values(recorded).forEach((hash, i) => check(hash === past[i], `step ${Object.keys(recorded)[i]} is another one on the way back`));
await page.waitForTimeout(1500);
await page.keyboard.up('r');
await page.waitForFunction(() => window.verlet2d.c.page_now() === window.verlet2d.c.page_end());
after = await state(page);
check(!after.rewinding && after.now === after.end && after.end < top.now, `history does not branch: ${after.now} of ${after.end}`);
await run(page, 2);
check((await state(page)).now > after.now, 'it does not go on from there');
// Back to the beginning, where nothing had been touched: it is the recorded history again.
await page.keyboard.down('r');
await until(page, () => window.verlet2d.c.page_now() < 30, 'R does not reach the beginning');
await page.keyboard.up('r');
await run(page, 45);
now = await state(page);
check(now.reference === 'alone' && now.checked > 0 && now.wrong === 0, 'the untouched beginning is not recognised');

// The line of time: back to its middle, a step, and on from there.
const bar = await page.locator('#timeline').boundingBox(), last = await state(page);
await page.mouse.click(bar.x + 4, bar.y + bar.height / 2);
await page.waitForTimeout(120);
now = await state(page);
check(now.paused && now.now < 20 && now.end >= last.end, `a click into time leads to ${now.now} of ${now.end}`);
await page.locator('#once').click();
await page.waitForTimeout(60);
check((await state(page)).now === now.now + 1, 'one step in the past is not one step');
await page.locator('#pause').click();
await run(page, 3);
now = await state(page);
check(!now.paused && now.now > 1 && now.now === now.end, 'play does not go on from the past');

// ---- links -----------------------------------------------------------------------------------------

at = await screen(page, 0.8, 1.0);
await page.mouse.move(at[0], at[1]);
await page.mouse.down();
await page.mouse.move(at[0] + 40, at[1] - 120, { steps: 8 });
await run(page, 12);
await page.mouse.up();
await page.keyboard.press('Space');
await page.waitForTimeout(60);
now = await state(page);
const link = await page.evaluate('verlet2d.link()'), other = await open({}, link);
await until(other, () => window.verlet2d.state.target?.reached !== undefined, 'a link does not lead to its moment');
after = await state(other);
check(after.now === now.now && after.hash === now.hash && after.paused, `the link leads to ${after.hash} at ${after.now}, not to ${now.hash} at ${now.now}`);
await other.context().close();
for (const replay of replays) {
    const [program, ...words] = replay.split(' ');
    let says;
    try {
        says = execFileSync(program, [...words, 'link', url + link]).toString();
    } catch (e) {
        says = `${e.stdout}`;
    }
    check(says.includes('the same bits'), `${replay} says of the link: ${says}`);
}
const odd = await open({}, '#cloth@120');
await until(odd, () => window.verlet2d.state.paused, 'a short link does not lead to its moment');
check((await state(odd)).now === 120, 'a short link leads to another moment');
await odd.context().close();
const wrong = await open({}, '#cloth@120~AAAA!~00');
check((await state(wrong)).now >= 0, 'a damaged link does harm');
await wrong.context().close();

// ---- every scene: its recorded session, its source, its picture ------------------------------------

for (const [i, name] of names.entries()) {
    await page.evaluate((k) => {
        window.verlet2d.begin(k, 'played');
        for (let n = 0; n < 600; ++n) window.verlet2d.step();
    }, i);
    now = await state(page);
    check(now.checked === 30 && now.wrong === 0, `${name}: ${now.checked} of 30 hashes agree with native ones, ${now.wrong} do not`);
    await page.locator('.scene').nth(i).click();
    await steps(page, 150);
    await page.waitForTimeout(120);
    now = await state(page);
    check(now.reference === 'alone' && now.checked >= 7 && now.wrong === 0, `${name}, untouched: ${now.checked} hashes agree, ${now.wrong} do not`);
    await page.screenshot({ path: `${dir}/pictures/${name}.png` });
    await page.keyboard.press('c');
    const source = await page.locator('#text').innerText();
    check(source.includes(`static void bed_${name}(v2d_world *world)`), `${name}: no source`);
    if (i === 0) await page.screenshot({ path: `${dir}/pictures/source.png` });
    await page.keyboard.press('c');
}
for (let i = 1; i <= 6; ++i) await page.keyboard.press(String(i));
await page.locator('.scene').nth(0).click();
await steps(page, 120);
await page.waitForTimeout(120);
await page.screenshot({ path: `${dir}/pictures/layers.png` });
for (let i = 1; i <= 6; ++i) await page.keyboard.press(String(i));

// ---- driving, slow motion --------------------------------------------------------------------------

await page.locator('.scene').nth(names.indexOf('car')).click();
await page.waitForTimeout(300);
const focus = () => page.evaluate(() => [window.verlet2d.c.page_focus(0), window.verlet2d.view.x]);
const [carX, viewX] = await focus();
await page.keyboard.down('d');
await run(page, 110);
await page.keyboard.up('d');
const [driven, viewed] = await focus();
check(driven > carX + 2 && viewed > viewX + 1, `the car goes from ${carX} to ${driven}, the view from ${viewX} to ${viewed}`);
await page.keyboard.press('s');
now = await state(page);
await page.waitForTimeout(1000);
after = await state(page);
check(after.now > now.now && after.now < now.now + 20, `slow motion makes ${after.now - now.now} steps a second`);
await page.keyboard.press('s');

// ---- speed: 300 bodies and 3 jellies ---------------------------------------------------------------

await page.locator('.scene').nth(0).click();
await page.locator('#crowd').fill('260');
const speed = await page.evaluate(() => {
    const ms = [];
    for (let i = 0; i < 500; ++i) {
        const start = performance.now();
        window.verlet2d.step();
        if (i >= 140) ms.push(performance.now() - start);
    }
    return { bodies: window.verlet2d.c.page_count(0), median: ms.sort((a, b) => a - b)[ms.length >> 1] };
});
check(speed.bodies >= 300 && speed.median < 2, `${speed.bodies} bodies and 3 jellies take ${speed.median.toFixed(2)} ms a step`);
await page.screenshot({ path: `${dir}/pictures/crowd.png` });
await page.context().close();

// ---- a phone: several fingers ----------------------------------------------------------------------

const phone = await open({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true });
const touch = await phone.context().newCDPSession(phone);
const send = (type, points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
await phone.waitForTimeout(300);
const jelly = await screen(phone, 1.1, 0.9), box = await screen(phone, -4.75, 0.3);
await send('touchStart', [jelly]);
await send('touchStart', [jelly, box]);
await run(phone, 4);
const holds = () => phone.evaluate(() => [0, 1].map((i) => window.verlet2d.c.page_holds(i)));
check((await holds()).join() === '1,1', `two fingers hold ${await holds()}`);
for (let i = 1; i <= 10; ++i) {
    await send('touchMove', [[jelly[0], jelly[1] - 12 * i], [box[0], box[1] - 9 * i]]);
    await phone.waitForTimeout(30);
}
await run(phone, 40);
await phone.screenshot({ path: `${dir}/pictures/phone.png` });
const raised = await phone.evaluate(([x, y]) => window.verlet2d.toWorld(x, y), [box[0], box[1] - 90]);
const found = await bodyAt(phone, ...raised, 1);
check(found !== null, 'a finger does not lift its box');
await send('touchEnd', []);
await run(phone, 3);
check((await holds()).join() === '0,0', 'fingers that are up still hold');
await phone.locator('#slow').tap();
await phone.locator('#slow').tap();
const before = await state(phone);
const button = await phone.locator('#rewind').boundingBox(), middle = [button.x + button.width / 2, button.y + button.height / 2];
await send('touchStart', [middle]);
await phone.waitForFunction((to) => window.verlet2d.state.rewinding && window.verlet2d.c.page_now() < to, before.now, { timeout: 20000 }).catch(() => {});
now = await state(phone);
check(now.rewinding && now.now < before.now, 'holding the button does not turn time back');
await send('touchEnd', []);
await phone.waitForTimeout(150);
check(!(await state(phone)).rewinding, 'letting the button go does not end it');
// Two fingers on nothing zoom.
const scale = (await state(phone)).scale;
await send('touchStart', [[150, 330]]);
await send('touchStart', [[150, 330], [240, 330]]);
await phone.waitForTimeout(150);
for (let i = 1; i <= 6; ++i) await send('touchMove', [[150 - 5 * i, 330], [240 + 5 * i, 330]]), await phone.waitForTimeout(20);
await send('touchEnd', []);
check((await state(phone)).scale > 1.2 * scale, `two fingers do not zoom: ${scale}, ${(await state(phone)).scale}`);
await phone.context().close();

check(complaints.length === 0, `the console says: ${complaints.slice(0, 3).join('; ')}`);
check(requests.length === 0, `it asks the net for ${requests[0]}`);
await browser.close();
if (process.argv.includes('--speed') || failed > 0) console.log(`300 bodies and 3 jellies: ${speed.median.toFixed(2)} ms a step`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
