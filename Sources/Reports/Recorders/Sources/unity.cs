// scrolltrace recorder for ScrollRect (Unity UI, C#)
// Use: add this file to the project and the component ScrollRecorder to the object of the ScrollRect (content anchored and pivoted at the
//   top left). It records while it is enabled.
// File: scroll-….ndjson in Application.persistentDataPath; its path is in the console. Every frame is written as it is over.
//   Android: adb pull /sdcard/Android/data/PACKAGE/files/. ; iOS: Xcode > Devices and Simulators > Download Container.
//   Then: scrollfit fit scroll-….ndjson
// Clock: t is Time.unscaledTimeAsDouble, whose steps (unscaledDeltaTime) ScrollRect moves by. Offsets are units of the canvas.
// Checked: type-checked with Mono's C# compiler against stubs of the declarations used; untested in Unity.
using System;
using System.Globalization;
using System.IO;
using UnityEngine;
using UnityEngine.EventSystems;
using UnityEngine.UI;

[RequireComponent(typeof(ScrollRect)), DefaultExecutionOrder(1000)]
public class ScrollRecorder : MonoBehaviour, IInitializePotentialDragHandler, IBeginDragHandler, IDragHandler, IEndDragHandler
{
    ScrollRect view;
    StreamWriter file;
    Vector2 finger, travel, last;
    string state = "idle";
    int still;

    void OnEnable()
    {
        view = GetComponent<ScrollRect>();
        var path = Path.Combine(Application.persistentDataPath, $"scroll-{DateTimeOffset.UtcNow.ToUnixTimeSeconds()}.ndjson");
        file = new StreamWriter(path) { AutoFlush = true };
        Debug.Log($"scrolltrace: recording to {path}");
        var viewport = (view.viewport != null ? view.viewport : (RectTransform)view.transform).rect;
        var content = view.content.rect;
        Write($@"{{""format"":""scrolltrace"",""version"":1,""device"":""{SystemInfo.deviceModel}"",""os"":""{SystemInfo.operatingSystem}"",");
        Write($@"""scale"":{view.GetComponentInParent<Canvas>().scaleFactor:R},");
        Write($@"""viewport"":{{""width"":{viewport.width:R},""height"":{viewport.height:R}");
        file.Write("},");
        Write($@"""contentSize"":{{""width"":{content.width:R},""height"":{content.height:R}");
        file.Write("}}\n");
    }

    public void OnInitializePotentialDrag(PointerEventData data) => Touch(data, false);
    public void OnBeginDrag(PointerEventData data) => Touch(data, true);
    public void OnDrag(PointerEventData data) => Touch(data, true);
    public void OnEndDrag(PointerEventData data) => state = "decelerating";

    void Touch(PointerEventData data, bool hasMoved)
    {
        if (hasMoved) travel += (data.position - finger) / view.GetComponentInParent<Canvas>().scaleFactor;
        finger = data.position;
        state = hasMoved ? "dragging" : "tracking";
    }

    // ScrollRect moves its content in LateUpdate; this component's order puts it after that.
    void LateUpdate()
    {
        var offset = new Vector2(-view.content.anchoredPosition.x, view.content.anchoredPosition.y);
        still = offset == last ? still + 1 : 0;
        last = offset;
        if (still > 5 && state == "decelerating") state = "idle";
        Write($@"{{""t"":{Time.unscaledTimeAsDouble:R},""x"":{offset.x:R},""y"":{offset.y:R},""px"":{-travel.x:R},""py"":{travel.y:R},");
        Write($@"""state"":""{state}""}}");
        file.Write("\n");
    }

    // Numbers have decimal points whatever the language of the device is.
    void Write(FormattableString text) => file.Write(text.ToString(CultureInfo.InvariantCulture));

    void OnDisable() => file?.Dispose();
}
